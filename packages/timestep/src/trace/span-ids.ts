import { hash } from 'node:crypto';
import type { JsonObject } from '../core/index.ts';
import { traceContextIn, writeTraceparent, type TraceContext } from './trace-context.ts';

/** The trace of a task: that of the caller, else one of its own, which is always the same. */
export function traceIdOf(taskId: string, metadata: JsonObject | undefined): string {
  return traceContextIn(metadata)?.traceId ?? idOf(`trace\n${taskId}`, 32);
}

/** The span of a turn of a task; turns count from 1. */
export function turnSpanId(taskId: string, turn: number): string {
  return idOf(`turn\n${taskId}\n${turn}`, 16);
}

/** The span of an attempt of a model call; `key` is the key of the step, which holds the task. */
export function modelSpanId(key: string, attempt: number): string {
  return idOf(`model\n${key}\n${attempt}`, 16);
}

/** The span of an attempt of a tool call; `key` is the key of the call, which holds the task. */
export function toolSpanId(key: string, attempt: number): string {
  return idOf(`tool\n${key}\n${attempt}`, 16);
}

/** The span of an evaluation of another span, at a time. */
export function evaluationSpanId(spanId: string, gradedAt: number): string {
  return idOf(`evaluation\n${spanId}\n${gradedAt}`, 16);
}

/** A call that a task makes, as its tool or its model receives it. */
export interface TracedCall {
  readonly key: string;
  readonly attempt: number;
  readonly task: { readonly id: string; readonly metadata: JsonObject };
}

/** The `traceparent` of whatever a tool, or a model, sends during a call: the span of the call is the parent. */
export function traceparentOf(
  { key, attempt, task }: TracedCall,
  called: 'tool' | 'model' = 'tool',
): string {
  const idOfCall = called === 'tool' ? toolSpanId : modelSpanId;
  const isUnsampled = traceContextIn(task.metadata)?.isUnsampled;
  const context: TraceContext = {
    traceId: traceIdOf(task.id, task.metadata),
    spanId: idOfCall(key, attempt),
    ...(isUnsampled && { isUnsampled }),
  };
  return writeTraceparent(context);
}

/** The first digits of a hash. Ids of nothing but zeros are not valid, and have never been seen. */
function idOf(text: string, digits: number): string {
  return hash('sha256', text).slice(0, digits);
}
