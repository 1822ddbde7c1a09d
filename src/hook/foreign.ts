import { type Attributes, type Span, trace } from '@opentelemetry/api';
import { NAME } from './about.js';

/** A span that a framework started for the call that is about to be made. */
export interface Foreign {
  readonly span: Span;
  /** The framework captures arguments and result itself. */
  readonly hasContent: boolean;
}

/** What SDK spans have beyond the API: their attributes, and who started them (the older SDK's name second). */
interface Readable {
  readonly attributes?: Attributes;
  readonly instrumentationScope?: { readonly name?: string };
  readonly instrumentationLibrary?: { readonly name?: string };
}

const NAMES = ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name'];
const CONTENT = ['gen_ai.tool.call.arguments', 'ai.toolCall.args', 'input.value', 'traceloop.entity.input'];

/** One span describes one call; a tool that calls itself again within the span makes another. */
const taken = new WeakSet<Span>();

/** The active span where it is a framework's span of this very call: it is enriched instead of doubled. */
export function foreignSpan(tool: string): Foreign | undefined {
  const span = trace.getActiveSpan();
  if (!span?.isRecording() || taken.has(span)) return undefined;
  const { attributes, instrumentationScope, instrumentationLibrary } = span as Readable;
  if (!attributes || (instrumentationScope ?? instrumentationLibrary)?.name === NAME) return undefined;
  if (!isToolSpan(attributes) || !NAMES.some((key) => attributes[key] === tool)) return undefined;
  taken.add(span);
  return { span, hasContent: CONTENT.some((key) => attributes[key] !== undefined) };
}

function isToolSpan(attributes: Attributes): boolean {
  return (
    attributes['gen_ai.operation.name'] === 'execute_tool' ||
    attributes['ai.operationId'] === 'ai.toolCall' ||
    attributes['traceloop.span.kind'] === 'tool' ||
    String(attributes['openinference.span.kind']).toUpperCase() === 'TOOL'
  );
}
