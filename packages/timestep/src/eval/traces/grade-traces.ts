import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { indexToolCalls } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import type { GradedSpan } from '../../trace/index.ts';
import { systemClock } from '../../runner/index.ts';
import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { DEFAULT_GRADERS, gradersFrom } from '../graders/graders-from.ts';
import { gradeTrial } from '../graders/grade-trial.ts';
import { recordedMeta } from '../run/recorded-meta.ts';
import { openResults } from '../run/results-file.ts';
import { claimRunFolder, refuseRunIn } from '../run/run-folder.ts';
import { judgeCost, rowOf } from '../run/trial-row.ts';
import { scoresOf } from '../run/trial-scores.ts';
import { writeMeta } from '../run/write-meta.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { digestOf } from '../tasks/digest-of.ts';
import { checkExpectations } from '../tasks/check-expectations.ts';
import { readSpans } from './read-spans.ts';
import type { RecordedTrial } from './recorded-trial.ts';
import type { Span } from './span.ts';
import { taskOfTrial } from './task-of-trial.ts';
import { trialFromTrace } from './trial-from-trace.ts';

/** Which traces are graded, by which graders, and into which folder. */
export interface GradeTracesOptions {
  /** A file of OTLP/JSON, or a folder with such files (`.json`, `.jsonl`). */
  readonly traces: string;
  readonly outdir: string;
  /** Default: ForbiddenTools, MaxToolCalls:50, FinalRegex and FinalContains. */
  readonly graders?: readonly Grader[];
  /**
   * What is expected: a trace belongs to the task that its conversation names, or that has the same
   * text of the user; traces without a task are left out. Absent: each trace is a task that expects
   * nothing.
   */
  readonly tasks?: readonly SuiteTask[];
  /** Receives the grades of each trace, to be sent to where the trace is. */
  readonly onGraded?: (graded: GradedSpan) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** How many traces were graded, and how many were not. */
export interface GradedTraces {
  readonly graded: number;
  /** Traces of agents that belong to no task. */
  readonly leftOut: number;
}

/**
 * Grades what agents did according to traces, without running anything again; leaves a run like
 * `runSuite`, with a trial for each trace. Traces that call no model are skipped. Throws
 * `EvalError` naming file and field.
 */
export async function gradeTraces(options: GradeTracesOptions): Promise<GradedTraces> {
  const { traces, outdir, tasks, clock = systemClock } = options;
  const { graders = gradersFrom(DEFAULT_GRADERS), signal = new AbortController().signal } = options;
  checkExpectations(tasks ?? [{ id: 'of any trace', messages: [] }], graders);
  refuseRunIn(outdir);
  const recorded = trialsIn(traces);
  const release = claimRunFolder(outdir);
  const startedAt = clock.now();
  const trialsOf = new Map<string, number>();
  const results = openResults(join(outdir, 'results.jsonl'));
  let leftOut = 0;
  try {
    for (const one of recorded) {
      if (signal.aborted) break;
      const { messages, traceId } = one;
      const task = tasks ? taskOfTrial(one, tasks) : { id: traceId, messages };
      if (!task) {
        leftOut += 1;
        continue;
      }
      const trial = trialsOf.get(task.id) ?? 0;
      trialsOf.set(task.id, trial + 1);
      const info = { task_id: task.id, trial, seed: 0, ...one.info };
      const toolIndex = indexToolCalls(messages);
      const evidence = { messages, toolIndex, task, info, outcome: undefined, signal };
      const graded = await gradeTrial(graders, evidence);
      const { spanId } = one;
      const scores = scoresOf(graded.grades);
      options.onGraded?.({ traceId, spanId, scores, gradedAt: clock.now() });
      const begun = new Date(one.startedAt).toISOString();
      results.append({ ...rowOf(info, graded, begun, judgeCost(graded.grades)), messages });
    }
  } finally {
    results.close();
    release();
  }
  const graded = recorded.length - leftOut;
  const untraced = tasks?.filter(({ id }) => !trialsOf.has(id)).length ?? 0;
  const meta: RunMeta = {
    ...recordedMeta(graders, startedAt, clock.now()),
    tasks_sha256: digestOf(tasks ?? [...trialsOf.keys()].toSorted()),
    task_count: tasks?.length ?? trialsOf.size,
    trials: Math.max(0, ...trialsOf.values()),
    // A task without a trace is a missing trial.
    trial_count: graded + untraced,
    agent: recorded.find(({ agent }) => agent !== undefined)?.agent ?? 'recorded traces',
  };
  writeMeta(outdir, meta);
  return { graded, leftOut };
}

/** Trials in the order in which they began. A trace may be spread over requests and files. */
function trialsIn(path: string): RecordedTrial[] {
  const traces = new Map<string, Span[]>();
  for (const file of filesAt(path)) {
    for (const span of readSpans(readFileSync(file, 'utf8'), file)) {
      const trace = traces.get(span.traceId);
      if (trace) trace.push(span);
      else traces.set(span.traceId, [span]);
    }
  }
  const trials = [...traces.values()].flatMap((spans) => trialFromTrace(spans) ?? []);
  if (trials.length > 0) return trials.toSorted((a, b) => a.startedAt - b.startedAt);
  const what = 'holds no trace of an agent: there must be spans with gen_ai.operation.name';
  throw new EvalError('bad-trace', `${path} ${what}`);
}

function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new EvalError('bad-trace', `${path} is not there`);
  if (!found.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.jsonl?$/.test(name));
  return names.toSorted().map((name) => join(path, name));
}
