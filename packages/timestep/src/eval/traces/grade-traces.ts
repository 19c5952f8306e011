import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GradedSpan } from '#protocols/trace';
import { systemClock } from '#engine/runner';
import { EvalError } from '../eval-error.ts';
import { createDefaultGraders } from '../graders/grader-specs.ts';
import { writeRecordedRun } from '../run/recorded-run.ts';
import type { SuiteOptions } from '../run/run-suite.ts';
import { countedGradesToTraceScores } from '../run/trial-row.ts';
import type { SuiteTask } from '../suite-task.ts';
import { hashJson } from '../json-text.ts';
import { requireEveryExpectationGraded } from '../tasks/check-expectations.ts';
import { parseSpans } from './read-spans.ts';
import { findTaskOfTrial } from './find-task-of-trial.ts';
import { traceToTrialIfAgentFound, type RecordedTrial } from './trial-from-trace.ts';

/** Options for grading traces. */
export interface GradeTracesOptions extends Pick<
  SuiteOptions,
  'outdir' | 'graders' | 'signal' | 'clock'
> {
  /** Path of an OTLP/JSON file, or of a folder with such files (`.json`, `.jsonl`). */
  readonly traces: string;
  /**
   * Tasks, matched by conversation id or user messages; other traces are skipped. If undefined, each
   * trace is a task without expectations.
   */
  readonly tasks?: readonly SuiteTask[];
  /** Receives the grades of each trace, for example to send them to the tracing backend. */
  readonly onGraded?: (graded: GradedSpan) => void;
}

/** Numbers of graded and skipped traces. */
export interface GradedTraceCounts {
  readonly graded: number;
  /** Number of agent traces that match no task. */
  readonly leftOut: number;
}

/** Grades each trace with a model call, as one trial. Throws `EvalError` with file and field. */
export async function gradeTraces(options: GradeTracesOptions): Promise<GradedTraceCounts> {
  const { traces, outdir, tasks, clock = systemClock, onGraded } = options;
  const { signal = new AbortController().signal } = options;
  const { graders = createDefaultGraders() } = options;
  const recorded = readRecordedTrials(traces);
  requireEveryExpectationGraded(tasks ?? [{ id: 'of any trace', messages: [] }], graders);
  const trialsOf = new Map<string, number>();
  let leftOut = 0;
  await writeRecordedRun({ outdir, graders, signal, clock }, async (grade) => {
    for (const one of recorded) {
      if (signal.aborted) break;
      const { messages, traceId, spanId } = one;
      const task = tasks ? findTaskOfTrial(one, tasks) : { id: traceId, messages };
      if (!task) {
        leftOut += 1;
        continue;
      }
      const trial = trialsOf.get(task.id) ?? 0;
      trialsOf.set(task.id, trial + 1);
      const info = { task_id: task.id, trial, seed: 0, ...one.info };
      const { grades } = await grade({ task, messages, info, startedAt: one.startedAt });
      onGraded?.({
        traceId,
        spanId,
        scores: countedGradesToTraceScores(grades),
        gradedAt: clock.now(),
      });
    }
    const untraced = tasks?.filter(({ id }) => !trialsOf.has(id)).length ?? 0;
    return {
      tasks_sha256: hashJson(tasks ?? [...trialsOf.keys()].toSorted()),
      task_count: tasks?.length ?? trialsOf.size,
      trials: Math.max(0, ...trialsOf.values()),
      // A task without a trace is counted as a missing trial.
      trial_count: recorded.length - leftOut + untraced,
      agent: recorded.find(({ agent }) => agent !== undefined)?.agent ?? 'recorded traces',
    };
  });
  return { graded: recorded.length - leftOut, leftOut };
}

/** Reads trials, in order of their start. A trace may be spread over several requests and files. */
function readRecordedTrials(path: string): RecordedTrial[] {
  const spans = listTraceFiles(path).flatMap((file) =>
    parseSpans(readFileSync(file, 'utf8'), file),
  );
  const traces = Map.groupBy(spans, ({ traceId }) => traceId);
  const trials = [...traces.values()].flatMap((trace) => traceToTrialIfAgentFound(trace) ?? []);
  if (trials.length > 0) return trials.toSorted((a, b) => a.startedAt - b.startedAt);
  const what = 'contains no trace of an agent: it must have spans with gen_ai.operation.name';
  throw new EvalError('bad-trace', `${path} ${what}`);
}

function listTraceFiles(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new EvalError('bad-trace', `${path} does not exist`);
  if (!found.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.jsonl?$/.test(name));
  return names.toSorted().map((name) => join(path, name));
}
