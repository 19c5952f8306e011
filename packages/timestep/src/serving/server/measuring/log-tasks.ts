import type { Log, LogFields } from '#engine/port';
import { ATTRIBUTE, OPERATION, type Span, type SpanFeed } from '#protocols/trace';
import { REFUSED, getRouteLabel, type AnsweredRequest } from './request-measure.ts';

/**
 * Logs ended turns, and at level `debug` also calls. Does nothing if the log drops these levels.
 */
export function logTasks(feed: SpanFeed, log: Log): void {
  if (log.isLevelEnabled?.('info') === false) return;
  feed.subscribe((span) => logSpan(log, span));
}

function logSpan(log: Log, span: Span): void {
  const { name, error, attributes, startedAt, endedAt = startedAt } = span;
  const fields: LogFields = {
    task_id: findAttributeAsText(span, ATTRIBUTE.task),
    trace_id: span.traceId,
    span_id: span.spanId,
    agent: findAttributeAsText(span, ATTRIBUTE.agent),
    duration_ms: endedAt - startedAt,
    ...collectNumericAttributes(span),
    ...(error && { error: error.code }),
  };
  const leftOut = attributes[ATTRIBUTE.leftOut];
  if (leftOut !== undefined)
    log.warn(
      { ...fields, left_out: String(leftOut) },
      'a request to a model leaves out what its provider refuses',
    );
  const isTurn = attributes[ATTRIBUTE.operation] === OPERATION.agent;
  const text = error ? `${name} failed` : `${name} ended`;
  if (isTurn) log[error ? 'warn' : 'info'](fields, text);
  else log[error ? 'info' : 'debug'](fields, text);
}

const NUMBERS: Readonly<Record<string, string>> = {
  [ATTRIBUTE.attempt]: 'attempt',
  [ATTRIBUTE.inputTokens]: 'input_tokens',
  [ATTRIBUTE.outputTokens]: 'output_tokens',
  [ATTRIBUTE.cost]: 'cost_usd',
};

function collectNumericAttributes({ attributes }: Span): LogFields {
  const fields: Record<string, number> = {};
  for (const [name, field] of Object.entries(NUMBERS)) {
    const value = attributes[name];
    if (typeof value === 'number') fields[field] = value;
  }
  return fields;
}

function findAttributeAsText({ attributes }: Span, name: string): string | undefined {
  const value = attributes[name];
  return value === undefined ? undefined : String(value);
}

/** Logs rejected requests at level `info`, failed ones at `warn`, others at `debug`. */
export function logRequest(log: Log, { method, status, prefix, tookMs }: AnsweredRequest): void {
  const fields = {
    method,
    status,
    ...(prefix !== undefined && { route: getRouteLabel(prefix) }),
    duration_ms: Math.round(tookMs * 1000) / 1000,
  };
  if (status >= 500) log.warn(fields, 'a request failed');
  else if (REFUSED.includes(status)) log.info(fields, 'a request was refused');
  else log.debug(fields, 'a request was answered');
}
