import { type Case, captured } from '../case.js';

/** Written from section 6 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'values with one JSON layer more than expected',
    span: {
      name: 'lookup',
      scope: 'mlflow',
      status: 'error',
      attributes: {
        'mlflow.spanType': '"TOOL"',
        'mlflow.spanInputs': '"{\\"id\\": 7}"',
        'mlflow.spanOutputs': '"gone"',
      },
      events: [{ name: 'exception', attributes: { 'exception.type': 'KeyError', 'exception.message': '7' } }],
    },
    call: {
      tool: 'lookup',
      arguments: captured({ id: 7 }),
      result: captured('gone'),
      reported: 'error',
      machineCodes: ['KeyError'],
      errorTexts: ['7'],
    },
  },
  {
    what: 'a retriever is no call',
    span: { name: 'search', attributes: { 'mlflow.spanType': '"RETRIEVER"' } },
    frame: {},
  },
  {
    what: 'an agent',
    span: { name: 'helper', attributes: { 'mlflow.spanType': '"AGENT"', 'mlflow.spanOutputs': '"done"' } },
    frame: { kind: 'agent', agent: 'helper', answer: captured('done') },
  },
];
