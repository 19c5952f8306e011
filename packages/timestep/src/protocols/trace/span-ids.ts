import { hash } from 'node:crypto';
import type { JsonObject } from '#core';
import { readTraceContext, formatTraceparent, type TraceContext } from './trace-context.ts';

/** Returns the caller's trace id, or one derived from the task id. */
export function getTraceId(taskId: string, metadata: JsonObject | undefined): string {
  return readTraceContext(metadata)?.traceId ?? hashToHexDigits(`trace\n${taskId}`, 32);
}

/** Returns the id of a turn's span. Turns are counted from 1. */
export function getTurnSpanId(taskId: string, turn: number): string {
  return hashToHexDigits(`turn\n${taskId}\n${turn}`, 16);
}

/** Returns the id of a model call's span, from the key of the step or call, which contains the task id. */
export function getModelSpanId(key: string, attempt: number): string {
  return hashToHexDigits(`model\n${key}\n${attempt}`, 16);
}

export function getToolSpanId(key: string, attempt: number): string {
  return hashToHexDigits(`tool\n${key}\n${attempt}`, 16);
}

export function getEvaluationSpanId(spanId: string, gradedAt: number): string {
  return hashToHexDigits(`evaluation\n${spanId}\n${gradedAt}`, 16);
}

/** What a tool or a model is given about its call: the key, the attempt and the task. */
export interface TracedCall {
  readonly key: string;
  readonly attempt: number;
  readonly task: { readonly id: string; readonly metadata: JsonObject };
}

/** Returns the `traceparent` for requests during a call. The span of the call is the parent. */
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

/** Hashes a text to an id. Ids with only zeros are invalid, but practically never occur. */
function hashToHexDigits(text: string, digits: number): string {
  return hash('sha256', text).slice(0, digits);
}
