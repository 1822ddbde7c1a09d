import { describe, expect, test } from 'vitest';
import { isNameless, lastWord, sameTool, sameToolInside } from '../../src/assembly/same-tool.js';
import { span } from './story.js';

const named = (tool: string, server?: string) => span('x', { tool, server });

describe('one tool under two names', () => {
  test.each([
    ['search', 'search', undefined, true],
    ['mcp__jira__search', 'search', undefined, true],
    ['mcp__plugin_a_jira__create_issue', 'create_issue', undefined, true],
    ['jira_search', 'search', 'jira', true],
    ['jira.search', 'search', 'Jira', true],
    ['my-jira/search', 'search', 'my jira', true],
    ['jira_search', 'search', 'github', false],
    ['jira_search', 'search', undefined, false],
    ['research', 'search', 're', false],
    ['mcp__a__search', 'mcp__b__search', undefined, false],
    ['Search', 'search', undefined, false],
    ['search', '', undefined, false],
  ] as const)('%s and %s of %s: %s', (a, b, server, same) => {
    expect(sameTool(named(a), named(b, server))).toBe(same);
    expect(sameTool(named(b, server), named(a))).toBe(same);
  });

  test('inside a call an MCP record need not name its server, any other must be named alike', () => {
    const outer = named('jira_search');
    expect(sameToolInside({ ...named('search'), convention: 'mcp' }, outer)).toBe(true);
    expect(sameToolInside({ ...named('search'), side: 'server' }, outer)).toBe(true);
    expect(sameToolInside(named('search'), outer)).toBe(false);
    expect(sameToolInside({ ...named('read'), convention: 'mcp' }, outer)).toBe(false);
  });

  test('placeholders are no names', () => {
    expect(['mcp_tool', 'use_mcp_tool', '(unnamed)', ''].every((tool) => isNameless({ tool }))).toBe(true);
    expect(isNameless({ tool: 'search' })).toBe(false);
  });

  test('the last word is the same in all spellings', () => {
    expect(['mcp__jira__search', 'jira.search', 'search', 'search!'].map(lastWord)).toEqual(Array(4).fill('search'));
    expect(lastWord('…')).toBe('…');
  });
});
