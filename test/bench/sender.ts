import { Agent, request } from 'node:http';

/** What one request came to. */
export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
}

/** Posts bodies over kept connections, as an exporter does. */
export class Sender {
  private readonly agent: Agent;

  constructor(
    private readonly url: URL,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  post(body: Uint8Array, sinceMs = performance.now()): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', agent: this.agent, headers: HEADERS };
      const sent = request(new URL('/v1/traces', this.url), options, (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - sinceMs,
            retryAfter: response.headers['retry-after'],
          }),
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

const HEADERS = { 'content-type': 'application/x-protobuf' };

/** Closed loop: so many requests under way at any time. */
export async function saturate(sender: Sender, bodies: readonly Uint8Array[], concurrent: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const one = async () => {
    for (let body = bodies[next++]; body; body = bodies[next++]) answers.push(await patiently(sender, body));
  };
  await Promise.all(Array.from({ length: concurrent }, one));
  return answers;
}

/** Comes back as told; the time counts from the first try. */
async function patiently(sender: Sender, body: Uint8Array): Promise<Answer> {
  const since = performance.now();
  for (;;) {
    const answer = await sender.post(body, since);
    if (answer.status === 200) return answer;
    if (answer.retryAfter === undefined) throw new Error(`the collector answered ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, Number(answer.retryAfter) * 1000));
  }
}

/** Open loop: requests start by the clock whether or not the ones before were answered; latency counts from the due time. */
export async function paced(sender: Sender, bodies: readonly Uint8Array[], perSecond: number): Promise<Answer[]> {
  const began = performance.now();
  const pending = bodies.map(async (body, i) => {
    const due = began + (i * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    return sender.post(body, due);
  });
  return Promise.all(pending);
}
