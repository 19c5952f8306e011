import type { TracingHooks } from '../../port/index.ts';
import { modelSpanId, toolSpanId, traceIdOf } from '../span-ids.ts';
import { traceContextIn } from '../trace-context.ts';
import { installedPackage } from './installed-package.ts';
import { isSampled, type Sampler } from './sampler.ts';

/**
 * Makes the span of each attempt the active one of OpenTelemetry while the attempt is under way, so that
 * what libraries record in tools and models is below it. `undefined` where `@opentelemetry/api` is not
 * installed.
 */
export async function activeSpans(sampler: Sampler): Promise<TracingHooks['effect'] | undefined> {
  const api = await installedPackage('@opentelemetry/api', () => import('@opentelemetry/api'));
  if (!api) return undefined;
  const { context, trace, ROOT_CONTEXT, TraceFlags } = api;
  return ({ called, key, attempt, task }, run) => {
    const caller = traceContextIn(task.metadata);
    const traceId = traceIdOf(task.id, task.metadata);
    const isUnsampled = caller ? caller.isUnsampled === true : undefined;
    const traceFlags = isSampled({ traceId, isUnsampled }, sampler)
      ? TraceFlags.SAMPLED
      : TraceFlags.NONE;
    const idOfCall = called === 'tool' ? toolSpanId : modelSpanId;
    const span = trace.wrapSpanContext({ traceId, spanId: idOfCall(key, attempt), traceFlags });
    // Whatever began the work, such as a request, is not active where the task goes on in another process.
    return context.with(trace.setSpan(ROOT_CONTEXT, span), run);
  };
}
