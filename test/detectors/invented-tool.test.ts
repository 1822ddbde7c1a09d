import { inventedTool } from '../../src/detectors/invented-tool.js';
import { type CallWords, failed } from '../support/calls.js';
import { testDetector } from '../support/test-detector.js';

const unknown = (at: number, tool: string, words: CallWords = {}) =>
  failed('unknown_name', { at, tool, category: 'validation', message: `No such function name: ${tool}`, ...words });

testDetector(inventedTool, {
  fires: {
    'three names that nobody offered': {
      calls: [unknown(0, 'login'), unknown(5, 'log_in'), unknown(10, 'sign_in')],
      finds: [{ calls: [0, 1, 2], wasted: [1, 2], data: { count: 3, names: 3 } }],
    },
    'one name, over and over, in the words of another server': {
      calls: [0, 5, 10, 15].map((at) => unknown(at, 'login', { message: 'Tool login not found', args: { at } })),
      finds: [{ calls: [0, 1, 2, 3], data: { count: 4, names: 1 } }],
    },
    'the protocol says so': {
      calls: ['a', 'b', 'c'].map((tool, i) =>
        unknown(i * 5, tool, { codeAsWritten: '-32601', message: 'Unknown tool' }),
      ),
      finds: [{ calls: [0, 1, 2] }],
    },
  },
  silent: {
    'two slips': { calls: [unknown(0, 'login'), unknown(5, 'log_in')] },
    'files that do not exist': {
      calls: [0, 5, 10].map((at) => unknown(at, 'read_file', { message: 'No such file or directory', args: { at } })),
    },
    'a shell command that does not exist': {
      calls: [0, 5, 10].map((at) =>
        unknown(at, 'bash', { traits: ['shell'], message: 'unknown function', args: { at } }),
      ),
    },
    'three sub-agents with a slip each': {
      calls: ['a', 'b', 'c'].map((tool, i) => unknown(i * 5, tool, { agentInstance: tool })),
    },
  },
});
