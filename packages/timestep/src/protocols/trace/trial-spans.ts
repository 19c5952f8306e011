import { omitUndefined, type NumberedEvent } from '#core';
import { ATTRIBUTE, EVALUATED } from './conventions.ts';
import { shortenName } from './span-attributes.ts';
import { getEvaluationSpanId, getTraceId } from './span-ids.ts';
import type { Span, SpanEvent } from './span.ts';
import type { SpanOptions } from './span-progress.ts';
import { buildSpans } from './build-spans.ts';

/** A grade of a trial. */
export interface TrialGrade {
  readonly name: string;
  /** Score of the grade, from 0 to 1. */
  readonly score: number;
  readonly passed: boolean;
  /** Reason for the grade. Traces contain it only if contents are recorded, because it may quote messages. */
  readonly reason?: string | undefined;
}

/** A graded trial. */
export interface TracedTrial {
  /** Id of the trial. It replaces the task id in the log, because trials of a case share that id. */
  readonly id: string;
  readonly events: readonly NumberedEvent[];
  readonly scores: readonly TrialGrade[];
  /** Time of the grading in milliseconds since the epoch. */
  readonly gradedAt: number;
}

/** Builds the spans of a trial. The first span carries the grades. */
export function buildTrialSpans(trial: TracedTrial, options: SpanOptions = {}): readonly Span[] {
  const { id, events, scores, gradedAt } = trial;
  const named = events.map((event) =>
    event.type === 'task.submitted' ? { ...event, taskId: id } : event,
  );
  const [first, ...others] = buildSpans(named, options);
  if (!first) return [];
  const grades = scores.map((one) => createGradeEvent(one, gradedAt, options.contents === true));
  return [{ ...first, events: [...first.events, ...grades] }, ...others];
}

/** A span of a trace that another program recorded, with the scores that a grader gave it. */
export interface GradedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly scores: readonly TrialGrade[];
  /** Time of the grading in milliseconds since the epoch. */
  readonly gradedAt: number;
}

/** Builds a child span with the grades of a span that was sent. Undefined without grades or OpenTelemetry ids. */
export function buildGradesSpan(
  { traceId, spanId, scores, gradedAt }: GradedSpan,
  { contents = false }: SpanOptions = {},
): Span | undefined {
  const ids = { traceId: traceId.toLowerCase(), parentSpanId: spanId.toLowerCase() };
  const isKnown = /^[0-9a-f]{32}$/.test(ids.traceId) && /^[0-9a-f]{16}$/.test(ids.parentSpanId);
  if (!isKnown || scores.length === 0) return undefined;
  return {
    ...ids,
    spanId: getEvaluationSpanId(ids.parentSpanId, gradedAt),
    name: 'evaluation',
    kind: 'internal',
    startedAt: gradedAt,
    endedAt: gradedAt,
    attributes: {},
    events: scores.map((one) => createGradeEvent(one, gradedAt, contents)),
    links: [],
  };
}

/** Returns the trace id of a trial. */
export function getTrialTraceId(id: string): string {
  return getTraceId(id, undefined);
}

function createGradeEvent(
  { name, score, passed, reason }: TrialGrade,
  at: number,
  hasContents: boolean,
): SpanEvent {
  return {
    name: EVALUATED,
    at,
    attributes: omitUndefined({
      [ATTRIBUTE.evaluation]: shortenName(name),
      [ATTRIBUTE.score]: score,
      [ATTRIBUTE.scoreLabel]: passed ? 'pass' : 'fail',
      [ATTRIBUTE.explanation]: hasContents ? reason : undefined,
    }),
  };
}
