import { join } from 'node:path';
import { functionEnvironment, type ToolSet } from '#engine/tools';
import { toAgentFn, type AgentFunction, type Clock } from '#engine/port';
import { systemClock } from '#engine/runner';
import type { TracedTrial } from '#protocols/trace';
import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { createDefaultGraders } from '../graders/grader-specs.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { createRateGate, type RateLimitWait } from '../pace/rate-gate.ts';
import { hashJson } from '../json-text.ts';
import { requireEveryExpectationGraded } from '../tasks/check-expectations.ts';
import { loadTasksFile, validateTasks } from '../tasks/read-tasks.ts';
import { buildTrialKey, type MakeEnvironment, type TrialRow } from '../trial.ts';
import { startRun } from './start-run.ts';
import { readResults } from './results-file.ts';
import { runTrials } from './run-trials.ts';
import { writeTrialFiles } from './trial-files.ts';
import { writeMeta } from './run-folder.ts';

/** Options for running an evaluation suite. */
export interface SuiteOptions {
  readonly tasks: string | readonly Partial<SuiteTask>[];
  /** Folder of the run; created if it does not exist. */
  readonly outdir: string;
  readonly agent: AgentFunction;
  /** Name of the agent in the run's records; must not contain a secret. */
  readonly agentName?: string;
  /** Functions for the agent, or a function that creates an environment for every trial. */
  readonly tools?: ToolSet | MakeEnvironment;
  /** Name of the environment in the run's records, without secrets. Must not change on resume. */
  readonly environmentName?: string;
  /** Names of the tools, for the run's records. Default: those of `tools` that are functions. */
  readonly toolNames?: readonly string[];
  /** Graders. Default: ForbiddenTools, MaxToolCalls:50, FinalRegex and FinalContains. */
  readonly graders?: readonly Grader[];
  /** Number of trials per task. Default 3. */
  readonly trials?: number;
  readonly seed?: number;
  /** Number of concurrent trials. Default 4. */
  readonly concurrency?: number;
  /** Time limit of an episode in seconds, unless its task sets one. Default 120. */
  readonly agentTimeoutS?: number;
  /** Whether to resume an interrupted run. Recorded trials are not run again. */
  readonly resume?: boolean;
  /** With `resume`: whether to run errored trials again and replace their rows. */
  readonly retryErrors?: boolean;
  /** Whether to write `trials/<task>/trial_XX/…`. Default: true for up to 200 trials. */
  readonly trialFiles?: boolean;
  /** Aborts the run. Finished trials are kept, and the run can be resumed. */
  readonly signal?: AbortSignal;
  readonly onTrial?: (progress: Progress) => void;
  /** Maximum number of retries of a rate-limited call. Default 5. */
  readonly rateLimitRetries?: number;
  readonly onWait?: (wait: RateLimitWait) => void;
  /** Receives each graded trial for `buildTrialSpans`; its row then contains the trace id. */
  readonly onTraced?: (trial: TracedTrial) => void;
  readonly clock?: Clock;
  /** Returns a random number from 0 up to 1, with which waiting times are varied. */
  readonly random?: () => number;
}

/** Progress of a run after a trial. */
export interface Progress {
  readonly row: TrialRow;
  readonly done: number;
  readonly total: number;
}

/** Result of one call of `runSuite`. */
export interface SuiteRun {
  readonly outdir: string;
  readonly meta: RunMeta;
  readonly ran: number;
  readonly isComplete: boolean;
}

/** Maximum number of trials that get files by default, as writing thousands of files is slow. */
const MAX_TRIALS_WITH_FILES = 200;

/** Runs and grades tasks repeatedly, appending rows to `results.jsonl`. Throws `EvalError`. */
export async function runSuite(options: SuiteOptions): Promise<SuiteRun> {
  const { outdir, trials = 3, concurrency = 4, seed = 0, agentTimeoutS = 120 } = options;
  const { clock = systemClock, onTrial, onTraced, onWait } = options;
  const { signal = new AbortController().signal } = options;
  const { graders = createDefaultGraders() } = options;
  checkNumericOptions({ trials, concurrency, seed, agentTimeoutS });
  const tasks =
    typeof options.tasks === 'string' ? loadTasksFile(options.tasks) : validateTasks(options.tasks);
  requireEveryExpectationGraded(tasks, graders);
  const asked: RunMeta = {
    version: 'timestep_eval_v1',
    tasks_path: typeof options.tasks === 'string' ? options.tasks : null,
    tasks_sha256: hashJson(tasks),
    task_count: tasks.length,
    trials,
    seed,
    agent: options.agentName ?? 'agent',
    ...(options.environmentName !== undefined && { environment: options.environmentName }),
    graders: graders.map(({ name, spec = name }) => spec),
    tools_available: options.toolNames ?? listToolNames(options.tools),
    agent_timeout_s: agentTimeoutS,
    concurrency,
    started_at: new Date(clock.now()).toISOString(),
  };
  const environment = toEnvironmentFactory(options.tools);
  const { rateLimitRetries: retries = 5, random = Math.random } = options;
  const gate = createRateGate({ concurrency, retries, clock, random, onWait });
  const agent = toAgentFn(options.agent);
  const setting = {
    agent,
    environment,
    graders,
    agentTimeoutS,
    seed,
    clock,
    signal,
    gate,
    onTraced,
  };
  const total = tasks.length * trials;
  const { meta, results, finished, end } = startRun(outdir, asked, options);
  let done = finished.size;
  try {
    try {
      const atATime = Math.min(concurrency, total);
      await runTrials(listPendingTrials(tasks, trials, finished), atATime, setting, (row) => {
        results.append(row);
        done += 1;
        onTrial?.({ row, done, total });
      });
    } finally {
      results.close();
    }
    const rows = readResults(join(outdir, 'results.jsonl'));
    if (options.trialFiles ?? total <= MAX_TRIALS_WITH_FILES) writeTrialFiles(outdir, rows);
    const isComplete = done === total;
    const ended = isComplete ? { ...meta, ended_at: new Date(clock.now()).toISOString() } : meta;
    writeMeta(outdir, ended);
    return { outdir, meta: ended, ran: done - finished.size, isComplete };
  } finally {
    end();
  }
}

/** Yields trials that have not run. All workers share one iterator, so each runs once. */
function* listPendingTrials(
  tasks: readonly SuiteTask[],
  trials: number,
  finished: ReadonlySet<string>,
): Generator<readonly [SuiteTask, number]> {
  for (let trial = 0; trial < trials; trial += 1) {
    for (const task of tasks) if (!finished.has(buildTrialKey(task.id, trial))) yield [task, trial];
  }
}

function listToolNames(tools: SuiteOptions['tools']): string[] {
  return typeof tools === 'object' ? Object.keys(tools) : [];
}

function toEnvironmentFactory(tools: SuiteOptions['tools']): MakeEnvironment {
  if (typeof tools === 'function') return tools;
  const made = functionEnvironment(tools ?? {});
  return () => ({ tools: made });
}

function checkNumericOptions(
  given: Required<Pick<SuiteOptions, 'trials' | 'concurrency' | 'seed' | 'agentTimeoutS'>>,
): void {
  for (const name of ['trials', 'concurrency'] as const) {
    if (Number.isInteger(given[name]) && given[name] > 0) continue;
    const message = `${name} must be a whole number of at least 1, not ${given[name]}`;
    throw new EvalError('bad-run', message);
  }
  if (!Number.isSafeInteger(given.seed)) {
    throw new EvalError('bad-run', `seed must be a whole number, not ${given.seed}`);
  }
  if (!Number.isFinite(given.agentTimeoutS) || given.agentTimeoutS <= 0) {
    const message = `agentTimeoutS must be a number of seconds above 0, not ${given.agentTimeoutS}`;
    throw new EvalError('bad-run', message);
  }
}
