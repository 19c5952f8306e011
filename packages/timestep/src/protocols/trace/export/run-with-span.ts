import type { BackendHooks, EffectInfo } from '#engine/port';
import { getModelSpanId, getToolSpanId, getTraceId } from '../span-ids.ts';
import { readTraceContext, type TraceContext } from '../trace-context.ts';
import { loadInstalledPackage } from './installed-exporter.ts';
import { isSampled, type Sampler } from './sampler.ts';

/** Runs a function while a span is the active OpenTelemetry span. */
export type RunWithSpan = <T>(getTraceContextOfAttempt: () => TraceContext, run: () => T) => T;

/** Undefined if `@opentelemetry/api` is not installed. */
export async function createRunWithSpan(): Promise<RunWithSpan | undefined> {
  const api = await loadInstalledPackage('@opentelemetry/api', () => import('@opentelemetry/api'));
  if (!api) return undefined;
  const { context, createContextKey, trace, ROOT_CONTEXT, TraceFlags } = api;
  const known = ROOT_CONTEXT.setValue(createContextKey('timestep'), true);
  /** Returns whether OpenTelemetry has a context manager, without which span ids are useless. */
  const isContextKept = (): boolean => context.with(known, () => context.active() === known);
  return (getTraceContextOfAttempt, run) => {
    if (!isContextKept()) return run();
    const { traceId, spanId, isUnsampled } = getTraceContextOfAttempt();
    const traceFlags = isUnsampled ? TraceFlags.NONE : TraceFlags.SAMPLED;
    const span = trace.wrapSpanContext({ traceId, spanId, traceFlags });
    // A resumed task starts at the root context, because its original context is gone.
    return context.with(trace.setSpan(ROOT_CONTEXT, span), run);
  };
}

/** Creates a hook by which spans of libraries become children of the running attempt. */
export function createEffectHook(
  runWithSpan: RunWithSpan,
  sampler: Sampler,
): NonNullable<BackendHooks['effect']> {
  function getTraceContextOfAttempt({ called, key, attempt, task }: EffectInfo): TraceContext {
    const caller = readTraceContext(task.metadata);
    const traceId = getTraceId(task.id, task.metadata);
    const spanId = (called === 'tool' ? getToolSpanId : getModelSpanId)(key, attempt);
    const isUnsampled = caller ? caller.isUnsampled === true : undefined;
    return { traceId, spanId, isUnsampled: !isSampled({ traceId, isUnsampled }, sampler) };
  }
  return (effect, run) => runWithSpan(() => getTraceContextOfAttempt(effect), run);
}
