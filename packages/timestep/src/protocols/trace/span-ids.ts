import { hash } from 'node:crypto';
import type { JsonObject } from '../../core/index.ts';
import { readTraceContext, formatTraceparent, type TraceContext } from './trace-context.ts';

/**
 * Returns the trace id of a task: the caller's trace, or an id derived from the task id, so that it
 * is always the same.
 */
export function getTraceId(taskId: string, metadata: JsonObject | undefined): string {
  return readTraceContext(metadata)?.traceId ?? hashToId(`trace\n${taskId}`, 32);
}

/** Returns the span id of a turn. Turns are counted from 1. */
export function getTurnSpanId(taskId: string, turn: number): string {
  return hashToId(`turn\n${taskId}\n${turn}`, 16);
}

/**
 * Returns the span id of an attempt of a model call. `key` is the step's key, which contains the
 * task id.
 */
export function getModelSpanId(key: string, attempt: number): string {
  return hashToId(`model\n${key}\n${attempt}`, 16);
}

/**
 * Returns the span id of an attempt of a tool call. `key` is the call's key, which contains the
 * task id.
 */
export function getToolSpanId(key: string, attempt: number): string {
  return hashToId(`tool\n${key}\n${attempt}`, 16);
}

/** Returns the id of a span that holds the grades of another span, given at a time. */
export function getEvaluationSpanId(spanId: string, gradedAt: number): string {
  return hashToId(`evaluation\n${spanId}\n${gradedAt}`, 16);
}

/** A tool or model call of a task, as the tool or model receives it. */
export interface TracedCall {
  readonly key: string;
  readonly attempt: number;
  readonly task: { readonly id: string; readonly metadata: JsonObject };
}

/**
 * Returns the `traceparent` for requests that a tool or model sends during a call. Its parent is
 * the span of the call.
 */
export function createTraceparent(
  { key, attempt, task }: TracedCall,
  called: 'tool' | 'model' = 'tool',
): string {
  const getSpanId = called === 'tool' ? getToolSpanId : getModelSpanId;
  const isUnsampled = readTraceContext(task.metadata)?.isUnsampled;
  const context: TraceContext = {
    traceId: getTraceId(task.id, task.metadata),
    spanId: getSpanId(key, attempt),
    ...(isUnsampled && { isUnsampled }),
  };
  return formatTraceparent(context);
}

/**
 * Derives an id from the first digits of a hash. All-zero ids are invalid, but practically never
 * occur.
 */
function hashToId(text: string, digits: number): string {
  return hash('sha256', text).slice(0, digits);
}
