import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const long = process.env['REFRAIN_TEST_LONG'] === '1';

export default defineConfig({
  // Examples import what users import.
  resolve: { alias: { 'refrain/hook': join(import.meta.dirname, 'src/hook/index.ts') } },
  test: {
    include: long ? ['test/long/**/*.test.ts'] : ['test/**/*.test.ts'],
    exclude: long ? [] : ['test/long/**'],
    globalSetup: ['test/support/global-postgres.ts'],
    // Real servers and a real database start inside tests; two cores may be busy with other workers.
    testTimeout: long ? 3_600_000 : 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
