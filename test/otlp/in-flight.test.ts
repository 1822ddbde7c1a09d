import { expect, test } from 'vitest';
import { InFlight } from '../../src/otlp/in-flight.js';

const REQUEST = 16 * 1024;

test('every request costs something, so that the number of empty ones is bounded', () => {
  const flight = new InFlight(10 * REQUEST);
  const claims = Array.from({ length: 10 }, () => flight.open());
  expect(() => flight.open()).toThrow('the collector holds as much as it can');
  claims[0]?.release();
  flight.open();
  expect(flight.bytes).toBe(10 * REQUEST);
});

test('room that is refused is not taken', () => {
  const flight = new InFlight(2 * REQUEST);
  const claim = flight.open();
  expect(() => claim.add(2 * REQUEST)).toThrow();
  expect(flight.bytes).toBe(REQUEST);
  claim.add(REQUEST);
  expect(flight.bytes).toBe(2 * REQUEST);
});

test('records may weigh more than is free, and then the next request is refused', () => {
  const flight = new InFlight(4 * REQUEST);
  const claim = flight.open();
  claim.add(REQUEST);
  claim.become(8 * REQUEST);
  expect(flight.bytes).toBe(9 * REQUEST);
  expect(() => flight.open()).toThrow();
  claim.release();
  expect(flight.bytes).toBe(0);
});

test('a claim that is released twice gives back once', () => {
  const flight = new InFlight(4 * REQUEST);
  const [first] = [flight.open(), flight.open()];
  first?.release();
  first?.release();
  expect(flight.bytes).toBe(REQUEST);
});
