import { ABSENT } from '../model/recognised.js';
import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { namedAgent } from './reading/frame.js';

const TYPE = 'mlflow.spanType';
const KEYS = { arguments: ['mlflow.spanInputs'], result: ['mlflow.spanOutputs'] };

/** MLflow tracing. Values are JSON once more than one expects, the type included. */
export const mlflow: Convention = {
  id: 'mlflow',
  title: 'MLflow tracing',
  source: 'mlflow/mlflow: mlflow/tracing/constant.py; reference 6',
  markers: { keys: [TYPE] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'never',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: undefined,
    note: 'The session of a trace stays in MLflow: the OTLP export leaves it out. Its GenAI export mode drops the tool name.',
  },
  recorded: ['mlflow-skinny 3.17.2'],
  kindWords: [
    {
      key: TYPE,
      kinds: {
        llm: 'model',
        chat_model: 'model',
        agent: 'agent',
        chain: 'other',
        retriever: 'other',
        reranker: 'other',
        embedding: 'other',
        parser: 'other',
        workflow: 'other',
        task: 'other',
        guardrail: 'other',
        evaluator: 'other',
        memory: 'other',
        unknown: 'other',
      },
    },
  ],
  read: (span) => {
    const type = wordOf(span.attributes[TYPE]);
    if (type === 'agent') return namedAgent(span, span.name);
    return type === 'tool' ? toolSpan(span) : undefined;
  },
};

/** Arguments that do not fit the function's signature are not captured; null stands in their place. */
function toolSpan(span: Span): Reading {
  const lost = span.attributes['mlflow.spanInputs'] === 'null';
  return callFrom(span, 'mlflow', KEYS, lost ? { arguments: ABSENT } : {});
}
