import type { BackendHooks, TracedEffect } from '../../port/index.ts';
import { modelSpanId, toolSpanId, traceIdOf } from '../span-ids.ts';
import { traceContextIn, type TraceContext } from '../trace-context.ts';
import { installedPackage } from './installed-package.ts';
import { isSampled, type Sampler } from './sampler.ts';

/** Runs something while a span is the active one of OpenTelemetry, and returns what that returns. */
export type RunWithin = <T>(spanOf: () => TraceContext, run: () => T) => T;

/** `undefined` where `@opentelemetry/api` is not installed. */
export async function activeSpans(): Promise<RunWithin | undefined> {
  const api = await installedPackage('@opentelemetry/api', () => import('@opentelemetry/api'));
  if (!api) return undefined;
  const { context, createContextKey, trace, ROOT_CONTEXT, TraceFlags } = api;
  const known = ROOT_CONTEXT.setValue(createContextKey('timestep'), true);
  /** Whether the program has started what keeps the active span; without it ids are worked out for nothing. */
  const isKept = (): boolean => context.with(known, () => context.active() === known);
  return (spanOf, run) => {
    if (!isKept()) return run();
    const { traceId, spanId, isUnsampled } = spanOf();
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
  function spanOf({ called, key, attempt, task }: TracedEffect): TraceContext {
    const caller = traceContextIn(task.metadata);
    const traceId = traceIdOf(task.id, task.metadata);
    const isUnsampled = caller ? caller.isUnsampled === true : undefined;
    const spanId = (called === 'tool' ? toolSpanId : modelSpanId)(key, attempt);
    return { traceId, spanId, isUnsampled: !isSampled({ traceId, isUnsampled }, sampler) };
  }
  return (effect, run) => runWithin(() => spanOf(effect), run);
}
