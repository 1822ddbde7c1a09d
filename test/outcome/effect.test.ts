import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { effectOf } from '../../src/outcome/index.js';

const effect = (tool: string, args?: Json, rest: object = {}) =>
  effectOf({ tool, arguments: args, ...rest }, DEFAULT_SETTINGS).effect;
const traits = (tool: string, args?: Json) => effectOf({ tool, arguments: args }, DEFAULT_SETTINGS).traits;

describe('by name, a tool asks', () => {
  test.each([
    'get_order',
    'searchOrders',
    'list-files',
    'read_file',
    'find_user_id_by_email',
    'web_search',
    'tavily_search',
    'mcp__github__list_issues',
    'github.get_issue',
    'WebFetch',
    'Grep',
    'Glob',
    'Read',
    'calendar_list',
    'lookup_customer',
    'query_database',
    'fetch',
    'describe_table',
    'check_status',
    'get_order_list',
    'listMessages',
    'view',
    'show_balance',
    'calculate',
    'count_rows',
    'FileSearch',
    'HTTPGet',
    'retrieve-documents',
    'mcp__slack__search_messages',
    'list',
    'compare_prices',
    'get_or_list',
    'validate_address',
    'search_book',
    'get_post',
    'order_lookup',
  ])('%s', (tool) => expect(effect(tool)).toBe('question'));
});

describe('by name, a tool changes something', () => {
  test.each([
    'send_email',
    'createIssue',
    'delete-file',
    'update_reservation_flights',
    'book_reservation',
    'cancel_order',
    'Write',
    'Edit',
    'mcp__github__create_pull_request',
    'add_comment',
    'find_and_delete',
    'get_or_create_user',
    'search_and_replace',
    'post_message',
    'order_pizza',
    'set_temperature',
    'move_file',
    'TodoWrite',
    'transfer_funds',
    'book',
    'applyPatch',
    'shopping_list_add',
    'calendar.insert_event',
    'approve_refund',
    'browser_click',
  ])('%s', (tool) => expect(effect(tool)).toBe('action'));
});

test.each([
  'think',
  'weather',
  'Finish',
  'wikipedia',
  'final_answer',
  'x',
  '',
  '___',
  'calendar',
  'KillShell_'.slice(0, 0),
])('the name "%s" does not say', (tool) => expect(effect(tool)).toBe('unknown'));

describe('stronger words than the name', () => {
  test('a read-only annotation', () => expect(effect('run_report', undefined, { readOnly: true })).toBe('question'));
  test('a not-read-only annotation', () => expect(effect('get_token', undefined, { readOnly: false })).toBe('action'));
  test('a destructive annotation', () => expect(effect('get_rid_of', undefined, { destructive: true })).toBe('action'));
  test('but the command outweighs "not read-only", which only says that the tool could', () =>
    expect(effect('bash', { command: 'ls' }, { readOnly: false })).toBe('question'));
  test('settings win over all, the last one first', () => {
    const settings = {
      detectors: {},
      tools: [
        { match: 'get_*', effect: 'action' as const },
        { match: 'shop/get_token', effect: 'question' as const, traits: ['polling' as const] },
      ],
    };
    expect(effectOf({ tool: 'get_token', readOnly: true }, settings)).toEqual({ effect: 'action', traits: [] });
    expect(effectOf({ tool: 'get_token', server: 'shop' }, settings)).toEqual({
      effect: 'question',
      traits: ['polling'],
    });
  });
});

describe('by what the arguments do', () => {
  test.each<[string, string, Json]>([
    ['question', 'query', { sql: "SELECT * FROM orders WHERE note = 'delete from x'" }],
    ['question', 'run_sql', { query: 'WITH a AS (SELECT 1) SELECT * FROM a' }],
    ['question', 'run_sql', { query: '-- all\nSHOW TABLES; DESCRIBE orders' }],
    ['question', 'run_sql', { query: 'EXPLAIN SELECT 1' }],
    ['action', 'query', { sql: 'DELETE FROM orders' }],
    ['action', 'query', { sql: 'select 1; drop table orders' }],
    ['action', 'query', { sql: 'WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a' }],
    ['action', 'read_query', { query: 'update orders set a = 1' }],
    ['action', 'query', { sql: 'SELECT * INTO backup FROM orders' }],
    ['question', 'search', { query: 'how to update a table' }],
    ['question', 'http_request', { method: 'GET', url: 'https://example.org' }],
    ['action', 'http_request', { method: 'post', url: 'https://example.org' }],
    ['action', 'api_call', { method: 'DELETE', endpoint: '/x' }],
    ['action', 'execute_python', { code: "open('a.txt', 'w').write('x')" }],
    ['action', 'execute_python', { code: 'import requests\nrequests.post(url)' }],
    ['question', 'execute_python', { code: 'print(len(rows))\nrows[0]' }],
    ['unknown', 'execute_python', { code: 'x = compute()\nprint(x)' }],
  ])('%s: %s %j', (expected, tool, args) => expect(effect(tool, args)).toBe(expected));
});

describe('traits', () => {
  test.each([
    ['wait_for_job', 'polling'],
    ['check_status', 'polling'],
    ['read_inbox', 'polling'],
    ['poll_queue', 'polling'],
    ['watch_file', 'polling'],
    ['getUnreadMessages', 'polling'],
    ['escalate_ticket', 'escalation'],
    ['transfer_to_human_agents', 'escalation'],
    ['ask_user', 'escalation'],
    ['request_approval', 'escalation'],
    ['handoff_to_billing', 'escalation'],
    ['AskUserQuestion', 'escalation'],
    ['read_log', 'texts'],
    ['grep', 'texts'],
    ['web_search', 'texts'],
    ['Read', 'texts'],
    ['WebFetch', 'texts'],
    ['str_replace_editor', 'texts'],
    ['search_code', 'texts'],
    ['bash', 'shell'],
    ['execute_bash', 'shell'],
    ['run_terminal_cmd', 'shell'],
    ['run_command', 'shell'],
    ['powershell', 'shell'],
    ['local_shell', 'shell'],
    ['Task_agent'.replace('Task_', ''), 'agent'],
    ['run_subagent', 'agent'],
  ])('%s has %s', (tool, trait) => expect(traits(tool)).toContain(trait));

  test.each([
    ['get_order', 'polling'],
    ['send_email', 'texts'],
    ['book_flight', 'escalation'],
    ['create_issue', 'texts'],
    ['get_user_details', 'escalation'],
    ['execute_python', 'shell'],
    ['transfer_funds', 'escalation'],
    ['update_task', 'agent'],
  ])('%s has no %s', (tool, trait) => expect(traits(tool)).not.toContain(trait));

  test('a command that sleeps polls', () => {
    expect(traits('bash', { command: 'sleep 5; cat state' })).toContain('polling');
    expect(traits('bash', { command: 'kubectl get pods --watch' })).toContain('polling');
    expect(traits('bash', { command: 'cat sleep.txt' })).not.toContain('polling');
  });

  test('a call that starts a sub-agent is an agent', () =>
    expect(effectOf({ tool: 'x', startsAgent: true }, DEFAULT_SETTINGS).traits).toEqual(['agent']));
});
