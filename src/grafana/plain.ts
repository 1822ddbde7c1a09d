/** A JSON object as files hold it. */
export type Plain = { [key: string]: unknown };

/** Turns what the SDK built into plain data: query objects carry a function, which no writer accepts. */
export function plain(built: unknown): Plain {
  return JSON.parse(JSON.stringify(built)) as Plain;
}
