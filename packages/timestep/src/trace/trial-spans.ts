import type { NumberedEvent } from '../core/index.ts';
import { ATTRIBUTE, EVALUATED } from './conventions.ts';
import { bounded, given } from './span-attributes.ts';
import { evaluationSpanId, traceIdOf } from './span-ids.ts';
import type { Span, SpanEvent } from './span.ts';
import type { SpanOptions } from './spans-in-progress.ts';
import { spansOf } from './spans-of.ts';

/** A grade of a trial, as its trace has it. */
export interface TrialGrade {
  readonly name: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly passed: boolean;
  /** Why, which may quote what was said; a content. */
  readonly reason?: string | undefined;
}

/** A trial that was graded. */
export interface TracedTrial {
  /** Names the trial in place of the task in its log, which is the same in every trial of it. */
  readonly id: string;
  readonly events: readonly NumberedEvent[];
  readonly scores: readonly TrialGrade[];
  /** When it was graded, in milliseconds since the epoch. */
  readonly gradedAt: number;
}

/** The spans of a trial; the first of them has its grades. */
export function trialSpans(trial: TracedTrial, options: SpanOptions = {}): readonly Span[] {
  const { id, events, scores, gradedAt } = trial;
  const named = events.map((event) =>
    event.type === 'task.submitted' ? { ...event, taskId: id } : event,
  );
  const [first, ...others] = spansOf(named, options);
  if (!first) return [];
  const grades = scores.map((one) => gradeEvent(one, gradedAt, options.contents === true));
  return [{ ...first, events: [...first.events, ...grades] }, ...others];
}

/** A span that was graded, of a trace that is elsewhere. */
export interface GradedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly scores: readonly TrialGrade[];
  /** In milliseconds since the epoch. */
  readonly gradedAt: number;
}

/**
 * A span with grades, below what was graded, because spans that were sent cannot be changed. `undefined`
 * where there are no grades, and where the ids are not those of OpenTelemetry.
 */
export function spanOfGrades(
  { traceId, spanId, scores, gradedAt }: GradedSpan,
  { contents = false }: SpanOptions = {},
): Span | undefined {
  const ids = { traceId: traceId.toLowerCase(), parentSpanId: spanId.toLowerCase() };
  const isKnown = /^[0-9a-f]{32}$/.test(ids.traceId) && /^[0-9a-f]{16}$/.test(ids.parentSpanId);
  if (!isKnown || scores.length === 0) return undefined;
  return {
    ...ids,
    spanId: evaluationSpanId(ids.parentSpanId, gradedAt),
    name: 'evaluation',
    kind: 'internal',
    startedAt: gradedAt,
    endedAt: gradedAt,
    attributes: {},
    events: scores.map((one) => gradeEvent(one, gradedAt, contents)),
    links: [],
  };
}

/** The trace of a trial. */
export function traceIdOfTrial(id: string): string {
  return traceIdOf(id, undefined);
}

function gradeEvent(
  { name, score, passed, reason }: TrialGrade,
  at: number,
  hasContents: boolean,
): SpanEvent {
  return {
    name: EVALUATED,
    at,
    attributes: given({
      [ATTRIBUTE.evaluation]: bounded(name),
      [ATTRIBUTE.score]: score,
      [ATTRIBUTE.scoreLabel]: passed ? 'pass' : 'fail',
      [ATTRIBUTE.explanation]: hasContents ? reason : undefined,
    }),
  };
}
