import { expect, test } from 'vitest';
import { fuzz } from '../support/otlp-fuzz.js';

/** How many bodies; a million take two minutes on an idle machine. */
const CASES = Number(process.env.FUZZ_CASES ?? 1_000_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

/** A case takes about a tenth of a millisecond; fifty times that is a hang. */
const TIMEOUT_MS = 30_000 + CASES * 5;

test(
  `${CASES} bent bodies from seed ${SEED} are read or refused, and what is read is sound`,
  () => {
    const { taken, refused } = fuzz(SEED, CASES);
    process.stdout.write(`fuzz: seed ${SEED}, ${CASES} bodies, ${taken} taken, ${refused} refused\n`);
    expect(taken + refused).toBe(CASES);
  },
  TIMEOUT_MS,
);
