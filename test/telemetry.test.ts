import { describe, expect, test } from 'vitest';
import { isOwn, startTelemetry } from '../src/telemetry.js';

const own = { host: '127.0.0.1', ports: [4318, 4317] };

describe('own telemetry', () => {
  test.each([
    ['http://127.0.0.1:4318', true],
    ['http://localhost:4318/', true],
    ['http://[::1]:4317', true],
    ['http://0.0.0.0:4318', true],
    ['http://127.0.0.1:4319', false],
    ['http://collector.example:4318', false],
    ['not an address', false],
  ])('%s leads back here: %s', (endpoint, leads) => expect(isOwn(endpoint, own)).toBe(leads));

  test('without an endpoint, and with one that is this very process, nothing is exported', () => {
    expect(startTelemetry({}, own).exporting).toBe(false);
    expect(startTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, own).exporting).toBe(false);
  });
});
