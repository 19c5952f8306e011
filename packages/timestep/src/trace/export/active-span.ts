import type { BackendHooks } from '../../port/index.ts';
import { modelSpanId, toolSpanId, traceIdOf } from '../span-ids.ts';
import { traceContextIn, type TraceContext } from '../trace-context.ts';
import { installedPackage } from './installed-package.ts';
import { isSampled, type Sampler } from './sampler.ts';

/** Runs something while a span is the active one of OpenTelemetry, and returns what that returns. */
export type RunWithin = <T>(span: TraceContext, run: () => T) => T;

/** `undefined` where `@opentelemetry/api` is not installed. */
export async function activeSpans(): Promise<RunWithin | undefined> {
  const api = await installedPackage('@opentelemetry/api', () => import('@opentelemetry/api'));
  if (!api) return undefined;
  const { context, trace, ROOT_CONTEXT, TraceFlags } = api;
  return ({ traceId, spanId, isUnsampled }, run) => {
    const traceFlags = isUnsampled ? TraceFlags.NONE : TraceFlags.SAMPLED;
    const span = trace.wrapSpanContext({ traceId, spanId, traceFlags });
    // Whatever began the work, such as a request, is not active where the task goes on in another process.
    return context.with(trace.setSpan(ROOT_CONTEXT, span), run);
  };
}

/** Has the span of each attempt active while it is under way: what libraries record in it is below it. */
export function tracedEffects(
  runWithin: RunWithin,
  sampler: Sampler,
): NonNullable<BackendHooks['effect']> {
  return ({ called, key, attempt, task }, run) => {
    const caller = traceContextIn(task.metadata);
    const traceId = traceIdOf(task.id, task.metadata);
    const isUnsampled = caller ? caller.isUnsampled === true : undefined;
    const spanId = (called === 'tool' ? toolSpanId : modelSpanId)(key, attempt);
    const isRecorded = isSampled({ traceId, isUnsampled }, sampler);
    return runWithin({ traceId, spanId, isUnsampled: !isRecorded }, run);
  };
}
