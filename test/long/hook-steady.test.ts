import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../hook/programs/steady.ts');

interface Steady {
  readonly made: number;
  readonly answered: number;
  /** Heap in KiB after each tenth of the calls. */
  readonly heaps: number[];
}

async function run(...args: string[]): Promise<Steady> {
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', program, ...args]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'exit');
  return JSON.parse(output) as Steady;
}

describe('the hook over many calls', () => {
  test('memory is flat over a million guarded calls in a few sessions', async () => {
    const { made, answered, heaps } = await run('1000000', '100');
    expect({ made, answered }).toEqual({ made: 1_000_000, answered: 1_000_000 });
    const [second = 0, last = 0] = [heaps[1], heaps.at(-1)];
    expect(last - second).toBeLessThan(2_048);
    expect(last).toBeLessThan(64 * 1024);
  });

  test('memory is flat where every call is a session of its own', async () => {
    const { heaps } = await run('200000', '200000');
    expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(2_048);
  });

  test('100,000 calls with the collector down all come back, and the queue stays bounded', async () => {
    const { made, answered, heaps } = await run('100000', '100', 'http://127.0.0.1:9');
    expect({ made, answered }).toEqual({ made: 100_000, answered: 100_000 });
    expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(8_192);
  });
});
