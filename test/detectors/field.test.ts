import { describe, expect, test } from 'vitest';
import { fieldOf } from '../../src/detectors/field.js';

describe('the field that a validation error is about', () => {
  test.each([
    [`field 'email' is required`, 'email'],
    [`"email" is required`, 'email'],
    [`'start_date' must be a date`, 'start_date'],
    [`Missing required parameter: "order_id"`, 'order_id'],
    [`missing required argument 'path'`, 'path'],
    [`unexpected keyword argument 'limit'`, 'limit'],
    [`amount must be positive`, 'amount'],
    [`quantity: must be a whole number`, 'quantity'],
    [`Error: amount is required`, 'amount'],
    [`[{"loc": ["body", "email"], "msg": "bad"}]`, 'body,email'],
    [`instancePath: "/items/0/price" must be number`, '/items/0/price'],
    ['the body could not be read', undefined],
    ['Operation failed', undefined],
    ['', undefined],
  ])('%s', (message, field) => expect(fieldOf({ message, description: undefined })).toBe(field));

  test('the description is read where the message names none', () => {
    expect(fieldOf({ message: 'invalid input', description: `field 'age' is negative` })).toBe('age');
  });
});
