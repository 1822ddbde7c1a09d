/** Where the running service is: an option, else REFRAIN_ENDPOINT, else where `npm start` listens. */
export function serviceUrl(option: string | undefined): string {
  return (option ?? process.env['REFRAIN_ENDPOINT'] ?? 'http://127.0.0.1:4318').replace(/\/+$/, '');
}

/** Asks the service; its absence and its refusals become sentences. */
export async function getJson<T>(base: string, path: string, init: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${base}${path}`, { ...init, headers: { ...keyHeader(), ...init.headers } });
  } catch (cause) {
    throw sentence(`no Refrain answers at ${base}; start one with npm start, or name another with --url`, cause);
  }
  if (!response.ok) {
    const text = await response.text();
    throw sentence(`${base}${path} answered ${response.status}: ${messageIn(text)}`);
  }
  return (await response.json()) as T;
}

function keyHeader(): Record<string, string> {
  const key = process.env['REFRAIN_KEY'];
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return text.slice(0, 200);
  }
}

function sentence(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { sentence: true });
}
