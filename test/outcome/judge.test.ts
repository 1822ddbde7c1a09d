import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { conclude, judge } from '../../src/outcome/index.js';
import { ENDED_MS, type RecognisedWords, recognised } from '../support/recognised.js';

const judged = (words: RecognisedWords) => judge(recognised(words), DEFAULT_SETTINGS);

describe('failed or not', () => {
  test.each<[string, RecognisedWords, string]>([
    ['nothing is known about a call without status and result', {}, 'unknown'],
    ['a redacted result shows nothing', { result: '[REDACTED]', resultState: 'redacted' }, 'unknown'],
    ['a status OK is believed where nothing contradicts', { reported: 'ok' }, 'ok'],
    ['a result that was seen is ok where nothing contradicts', { result: { orders: [1] } }, 'ok'],
    ['so is a truncated one', { result: '{"orders":[1,', resultState: 'truncated' }, 'ok'],
    ['a status ERROR is an error', { reported: 'error' }, 'error'],
    ['a status OK overrules no flag', { reported: 'ok', failureFlag: true }, 'error'],
    ['a status OK overrules no envelope', { reported: 'ok', result: { success: false } }, 'error'],
    ['a status OK overrules no code', { reported: 'ok', machineCodes: ['500'] }, 'error'],
    ['a status OK overrules no text', { reported: 'ok', tool: 'book_flight', result: 'Error: seat taken' }, 'error'],
    [
      'isError false overrules no text either',
      { reported: 'ok', failureFlag: false, tool: 'book_flight', result: 'Error: seat taken' },
      'error',
    ],
    ['a declared category is an error', { declared: { category: 'business' }, result: 'x' }, 'error'],
    ['a description alone is none', { declared: { description: 'x' }, result: 'x' }, 'ok'],
    ['success true silences the text', { result: { success: true, data: 'Error: seat taken' } }, 'ok'],
    [
      'exit status 0 silences the text',
      { tool: 'bash', machineCodes: ['exit 0'], result: 'bash: foo: command not found' },
      'ok',
    ],
    ['an exit status is an error', { tool: 'bash', machineCodes: ['exit 2'], result: 'x' }, 'error'],
    ['an unknown error.type is an error', { machineCodes: ['_OTHER'] }, 'error'],
    ['a cancelled call is an error without a category', { cancelled: true }, 'error'],
  ])('%s', (_, words, outcome) => expect(judged(words).outcome).toBe(outcome));
});

describe('where nobody says so, only a text that can mean nothing else is a failure', () => {
  test.each<[string, string]>([
    ['get_order', 'Error: user not found'],
    ['get_order', 'Error 404: no such order'],
    ['get_order', 'Error PERMISSION_DENIED: you may not (request_id: req_1)'],
    ['search_flights', 'ValueError: bad date'],
    ['book_flight', 'Failed to book: seat taken'],
    ['book_flight', 'An error occurred while booking'],
    ['get_order', 'Forbidden'],
    ['get_order', 'Order 4711 not found'],
    ['get_order', 'You are not subscribed to this API.'],
    ['get_order', 'The service is temporarily unavailable'],
    ['get_order', 'Connection refused'],
    ['get_order', 'Your API key has expired'],
    ['get_order', 'Too Many Requests'],
    ['get_order', 'An API key is required'],
    ['get_order', "{'message': 'Endpoint /v1/x does not exist'}"],
    ['get_order', 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: x'],
    ['get_order', '<html><head><title>502 Bad Gateway</title></head></html>'],
    ['Read', '<tool_use_error>File does not exist.</tool_use_error>'],
    ['Read', 'MCP error -32602: Tool x not found'],
    ['get_weather', "Tool 'get_weather' execution failed: boom"],
    ['bash', 'bash: line 1: foo: command not found'],
    ['bash', '/bin/sh: 1: foo: not found'],
    ['get_price', 'Request timed out'],
    ['calculate', 'Error: Division by zero'],
    ['bash', 'Exit code 1\nsome output'],
    ['bash', 'some output\n[Command finished with exit code 2]'],
  ])('%s: %s', (tool, result) => expect(judged({ tool, result }).outcome).toBe('error'));

  test.each<[string, Json]>([
    ['read_file', 'Error: this is the first line of the file'],
    ['Read', '     1\tthrow new Error("boom");'],
    ['grep', 'Error: disk full'],
    ['Grep', 'src/a.ts:5: Error: boom'],
    ['get_logs', 'ERROR 500: boom\nERROR 404: bang'],
    ['web_search', 'Error: how to fix it. 10 results'],
    ['WebFetch', '404 Not Found'],
    ['bash', 'Error: 3 tests failed'],
    ['bash', 'grep: warning: recursive'],
    ['bash', 'FAIL src/a.test.ts\nError: expected 1'],
    ['execute_bash', 'foo: command not found is what it says'.repeat(2).concat('\nok\nok\nok\nok\nok')],
    ['get_article', 'Errors are part of life. A long text about failures and timeouts follows here.'],
    ['get_help', 'How to handle error 404'],
    ['get_report', 'Error: none'],
    ['get_report', 'Errors: 0, warnings: 2'],
    ['get_report', 'Failed: 0'],
    [
      'summarize',
      'The request failed last week because the card was declined, but was repeated and then went through without problems. The customer was satisfied and closed the ticket. A follow-up is planned for next month with the same team, and further questions should go to the usual address.',
    ],
    [
      'get_policy',
      'Access denied is what visitors without a badge will hear; they must then go to the desk.'.repeat(3),
    ],
    ['get_orders', [{ id: 1, error: 'card declined' }]],
    ['Write', 'Error: is the first word of the file that was written'],
    ['get_balance', '403.50'],
    ['get_code', '404'],
    ['think', ''],
    ['get_status', { status: 'error', service_id: 'x', message: 'disk full' }],
    ['validate_form', 'No errors found'],
    ['get_user', 'Forbidden City Tours, Beijing'],
    ['get_policy', 'Dogs are not permitted in the hotel'],
    ['get_weather', 'It is raining right now'],
    ['get_story', 'He hung up the phone and died'],
    ['get_invoice', 'The invoice is already paid'],
    ['get_delivery', 'Delivery takes place within the given time'],
    ['get_parking', 'Parking is restricted to residents'],
    ['get_quote', 'Nothing is impossible'],
    ['translate', 'the door is locked'],
    ['get_opening_hours', 'The museum is closed on Mondays'],
    ['get_availability', 'Only 3 seats left'],
    ['get_note', 'Must call mother, she must be at home'],
  ])('%s: %j is not', (tool, result) => expect(judged({ tool, result }).outcome).not.toBe('error'));

  test('what a sub-agent writes is prose', () => {
    expect(judged({ tool: 'researcher', startsAgent: true, result: 'Error: is the title of the song' }).outcome).toBe(
      'ok',
    );
  });
});

describe('empty', () => {
  test.each<[string, RecognisedWords]>([
    ['a search that returned nothing', { tool: 'search_orders', result: [] }],
    ['an envelope around nothing', { tool: 'search_orders', result: { success: true, data: null } }],
    ['an MCP result without content', { tool: 'search_orders', result: { content: [], isError: false } }],
    ['a read-only command without output', { tool: 'bash', args: { command: 'grep x a.txt' }, result: '' }],
    ['a phrase that says so', { tool: 'search_orders', result: 'No orders found.' }],
    [
      'a phrase of a tool whose name says nothing',
      { tool: 'wikipedia', result: 'No good Wikipedia Search Result was found' },
    ],
    ['a declared count of zero', { tool: 'get_orders', declared: { resultCount: 0 }, result: { a: 1 } }],
    [
      'a search that reports "nothing matched" as an error',
      { tool: 'search_orders', reported: 'error', errorTexts: ['No results found for zebra'] },
    ],
    [
      'the same with a flag',
      { tool: 'search_orders', result: { content: [{ type: 'text', text: 'No matching orders' }], isError: true } },
    ],
    [
      'grep that exits with 1',
      { tool: 'bash', args: { command: 'cat a | grep x' }, machineCodes: ['exit 1'], result: '', reported: 'error' },
    ],
    ['a placeholder for no output', { tool: 'bash', args: { command: 'find . -name x' }, result: '(no output)' }],
    ['a tool annotated as read-only', { tool: 'x', readOnly: true, result: [] }],
  ])('%s', (_, words) => {
    const { outcome, category } = judged(words);
    expect([outcome, category]).toEqual(['empty', undefined]);
  });

  test.each<[string, RecognisedWords, string]>([
    ['an action that returns nothing is ok', { tool: 'send_email', result: '' }, 'ok'],
    ['so is one with data null', { tool: 'send_email', result: { success: true, data: null } }, 'ok'],
    ['so is a command that changes something', { tool: 'bash', args: { command: 'mkdir a' }, result: '' }, 'ok'],
    ['a tool whose name says nothing is ok', { tool: 'think', result: '' }, 'ok'],
    ['not captured is not empty', { tool: 'search_orders' }, 'unknown'],
    ['a truncated result is not empty', { tool: 'search_orders', result: '', resultState: 'truncated' }, 'ok'],
    ['an error without text is an error', { tool: 'search_orders', result: '', reported: 'error' }, 'error'],
    [
      'a declared not_found is an error',
      { tool: 'search_orders', result: 'No orders found.', declared: { code: 'NOT_FOUND' } },
      'error',
    ],
    ['a 404 is an error', { tool: 'search_orders', errorTexts: ['No results found'], machineCodes: ['404'] }, 'error'],
    [
      'a missing record is an error',
      { tool: 'get_order', reported: 'error', errorTexts: ['Order 17 not found'] },
      'error',
    ],
    [
      'grep that exits with 2 is an error',
      { tool: 'bash', args: { command: 'grep x a' }, machineCodes: ['exit 2'], result: '' },
      'error',
    ],
    [
      'an action that found nothing to do failed',
      { tool: 'delete_orders', reported: 'error', errorTexts: ['No matching orders found'] },
      'error',
    ],
  ])('%s', (_, words, outcome) => expect(judged(words).outcome).toBe(outcome));
});

describe('category, code and retryability', () => {
  test.each<[string, RecognisedWords, object]>([
    [
      'come from the declaration first',
      {
        declared: { category: 'business', code: 'LIMIT', retryable: false, description: 'too much' },
        machineCodes: ['503'],
        result: 'Error: timeout',
      },
      { category: 'business', retryable: false, source: 'declared', description: 'too much' },
    ],
    [
      'then from the envelope',
      { result: { success: false, error_code: 'RATE_LIMITED' }, machineCodes: ['403'] },
      { category: 'transient', code: 'rate_limited', codeAsWritten: 'RATE_LIMITED', source: 'envelope' },
    ],
    [
      'then from the code',
      { machineCodes: ['403'], errorTexts: ['timed out'] },
      { category: 'permission', code: 'permission_denied', codeAsWritten: '403', retryable: false, source: 'code' },
    ],
    [
      'then from the text',
      { reported: 'error', machineCodes: ['_OTHER'], errorTexts: ['connect ECONNREFUSED 127.0.0.1:1'] },
      { category: 'transient', code: 'connection_failed', retryable: true, source: 'text', rule: 'text.errno' },
    ],
    [
      'are unknown where nobody speaks',
      { reported: 'error', errorTexts: ['It went sideways'] },
      { category: undefined, code: undefined, retryable: undefined, source: 'none', rule: '' },
    ],
    [
      'of a declared "not retryable" without category are filled in by the code',
      { declared: { retryable: false }, machineCodes: ['401'] },
      { category: 'permission', retryable: false, source: 'declared' },
    ],
    [
      'keep a declared retryability that contradicts',
      { declared: { category: 'permission', retryable: true } },
      { category: 'permission', retryable: true, source: 'declared' },
    ],
    [
      'read an ambiguous code with its message',
      { machineCodes: ['-32602'], errorTexts: ['MCP error -32602: Tool x not found'] },
      { code: 'unknown_name', source: 'code' },
    ],
    [
      'let the message speak before a weak class',
      { reported: 'error', machineCodes: ['ValueError'], errorTexts: ['Order 17 not found'] },
      { code: 'not_found', source: 'text' },
    ],
    [
      'of a cancelled call are none',
      { cancelled: true, errorTexts: ['timed out'] },
      { category: undefined, code: 'cancelled', retryable: undefined },
    ],
    [
      'are not given to calls that are ok',
      { result: 'x', declared: { description: 'd' } },
      { category: undefined, source: 'none', message: undefined, signature: undefined },
    ],
    [
      'an exit status of 127 is an unknown name',
      { tool: 'bash', machineCodes: ['exit 127'], result: 'x' },
      { code: 'unknown_name' },
    ],
  ])('%s', (_, words, expected) => expect(judged(words)).toMatchObject(expected));

  test("the seeds' text form is read whole", () => {
    expect(
      judged({
        tool: 'get_order',
        result: 'Error RATE_LIMITED: too many calls (request_id: req_7). Retry after 20 seconds.',
      }),
    ).toMatchObject({
      outcome: 'error',
      code: 'rate_limited',
      codeAsWritten: 'RATE_LIMITED',
      category: 'transient',
      retryable: true,
      retryAfterMs: 20_000,
      source: 'text',
    });
  });

  test('a wait stated as a date counts from the end of the call', () => {
    const until = new Date(ENDED_MS + 9000).toUTCString();
    expect(judged({ result: { success: false, error_code: 'UNAVAILABLE', retry_after: until } }).retryAfterMs).toBe(
      9000,
    );
  });
});

describe('the message', () => {
  test.each<[string, RecognisedWords, string | undefined]>([
    [
      "is the envelope's own",
      { result: { success: false, error_message: 'Not your region' }, errorTexts: ['failed'] },
      'Not your region',
    ],
    ['else what the span says', { reported: 'error', errorTexts: ['boom at sea'] }, 'boom at sea'],
    ['else the result', { reported: 'error', result: 'boom at sea' }, 'boom at sea'],
    [
      'is never a phrase without content where another one has some',
      { reported: 'error', errorTexts: ['tool_error'], result: 'boom at sea' },
      'boom at sea',
    ],
    [
      'is freed of framework words',
      { reported: 'error', errorTexts: ['Error executing tool x: boom at sea'] },
      'boom at sea',
    ],
  ])('%s', (_, words, message) => expect(judged(words).message).toBe(message));

  test('is bounded, and so is its signature', () => {
    const { message, signature } = judged({ reported: 'error', result: 'x'.repeat(1_000_000) });
    expect(message?.length).toBeLessThanOrEqual(1000);
    expect(signature?.length).toBeLessThanOrEqual(200);
  });

  test('that says nothing is marked as generic', () => {
    expect(judged({ reported: 'error', errorTexts: ['Operation failed'] }).claims).toContainEqual({
      source: 'text',
      rule: 'text.generic',
    });
  });
});

describe('concluding', () => {
  const about = { reported: 'unset', effect: 'question', resultState: 'captured' } as const;

  test('gives the same verdict from the claims that judging kept', () => {
    const words: RecognisedWords[] = [
      { machineCodes: ['403'], errorTexts: ['timed out'], reported: 'error' },
      { result: [] },
      { result: { success: false, error_code: 'RATE_LIMITED' } },
      { tool: 'get_order', result: 'Error: user not found' },
    ];
    for (const one of words) {
      const { effect, traits: _, ...verdict } = judged(one);
      const call = recognised(one);
      expect(
        conclude(verdict.claims, {
          reported: call.reported,
          effect,
          resultState: call.result.state,
          message: verdict.message,
        }),
      ).toEqual(verdict);
    }
  });

  test('does not depend on the order of sources', () => {
    const claims = [
      { source: 'text', rule: 'a', code: 'timeout', failed: true },
      { source: 'code', rule: 'b', code: 'permission_denied', failed: true },
      { source: 'envelope', rule: 'c', failed: true },
      { source: 'declared', rule: 'd', description: 'x' },
    ] as const;
    const { claims: _, ...expected } = conclude(claims, about);
    fc.assert(
      fc.property(fc.shuffledSubarray([...claims], { minLength: 4 }), (shuffled) => {
        const { claims: __, ...verdict } = conclude(shuffled, about);
        expect(verdict).toEqual(expected);
      }),
    );
  });

  test('takes a lent structured error over its own bare flag', () => {
    const lent = {
      source: 'envelope',
      rule: 'flat.success',
      failed: true,
      category: 'business',
      code: 'limit_exceeded',
      retryable: false,
    } as const;
    const own = { source: 'code', rule: 'status', failed: true } as const;
    expect(conclude([own, lent], { ...about, reported: 'error' })).toMatchObject({
      outcome: 'error',
      category: 'business',
      source: 'envelope',
    });
  });
});

test('judging never throws and always gives an outcome, whatever the data', () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(
      json,
      json,
      fc.string(),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.array(fc.string(), { maxLength: 3 }),
      (result, args, tool, machineCodes, errorTexts) => {
        const { outcome, claims } = judged({ result, args, tool, machineCodes, errorTexts });
        expect(['ok', 'empty', 'error', 'unknown']).toContain(outcome);
        expect(Array.isArray(claims)).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
