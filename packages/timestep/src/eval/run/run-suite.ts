import { join } from 'node:path';
import { functionEnvironment, type ToolSet } from '../../environment/index.ts';
import { toAgentFn, type AgentFunction, type Clock } from '../../port/index.ts';
import { systemClock } from '../../runner/index.ts';
import type { TracedTrial } from '../../trace/index.ts';
import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { DEFAULT_GRADERS, gradersFrom } from '../graders/graders-from.ts';
import type { RunMeta } from '../run-meta.ts';
import type { SuiteTask } from '../suite-task.ts';
import { createRateGate, type Wait } from '../pace/rate-gate.ts';
import { digestOf } from '../tasks/digest-of.ts';
import { checkExpectations } from '../tasks/check-expectations.ts';
import { loadTasks } from '../tasks/load-tasks.ts';
import { checkedTasks } from '../tasks/read-tasks.ts';
import type { MakeEnvironment, TrialRow } from '../trial.ts';
import { beginRun, keyOf } from './begin-run.ts';
import { readResults } from './results-file.ts';
import { runTrials } from './run-trials.ts';
import { writeTrialFiles } from './trial-files.ts';
import { writeMeta } from './write-meta.ts';

/** The tasks, the agent, the graders and the folder of one run. */
export interface SuiteOptions {
  /** A JSONL file, or tasks. */
  readonly tasks: string | readonly Partial<SuiteTask>[];
  /** The folder of the run; made where there is none. */
  readonly outdir: string;
  readonly agent: AgentFunction;
  /** The agent's name in the run's records; it must not hold a secret. */
  readonly agentName?: string;
  /** Functions that the agent may call, or a function that makes an environment for every trial. */
  readonly tools?: ToolSet | MakeEnvironment;
  /**
   * The environment's name in the run's records, without secrets; a run continues only with the
   * same.
   */
  readonly environmentName?: string;
  /** Default: ForbiddenTools, MaxToolCalls:50, FinalRegex and FinalContains. */
  readonly graders?: readonly Grader[];
  /** Trials of each task. Default 3. */
  readonly trials?: number;
  readonly seed?: number;
  /** Trials at a time. Default 4. */
  readonly concurrency?: number;
  /** Seconds of an episode whose task does not say. Default 120. */
  readonly agentTimeoutS?: number;
  /** Continues a run that was interrupted: trials that are recorded are not run again. */
  readonly resume?: boolean;
  /** With `resume`: trials that broke are run again, and their rows replaced. */
  readonly retryErrors?: boolean;
  /** Writes `trials/<task>/trial_XX/…` as well. Default: for runs of up to 200 trials. */
  readonly trialFiles?: boolean;
  /** Aborting it ends the run; finished trials are kept, and the run can be continued. */
  readonly signal?: AbortSignal;
  readonly onTrial?: (progress: Progress) => void;
  /** How often a call whose rate is limited is made again. Default 5. */
  readonly rateLimitRetries?: number;
  /** Called when all trials wait because a service limits the rate of calls. */
  readonly onWait?: (wait: Wait) => void;
  /** Receives each trial that was graded, for `trialSpans`; its row then has the id of its trace. */
  readonly onTraced?: (trial: TracedTrial) => void;
  readonly clock?: Clock;
  /** From 0 up to 1; varies how long trials wait. */
  readonly random?: () => number;
}

/** How far a run is, after each trial. */
export interface Progress {
  readonly row: TrialRow;
  readonly done: number;
  readonly total: number;
}

/** What a call of `runSuite` has done. */
export interface SuiteRun {
  readonly outdir: string;
  readonly meta: RunMeta;
  /** Trials that this call ran. */
  readonly ran: number;
  /** False where it was interrupted. */
  readonly isComplete: boolean;
}

/** In larger runs, writing thousands of small files would take longer than running the trials. */
const FILES_UP_TO = 200;

/**
 * Runs every task a number of times and grades each trial. `results.jsonl` grows as trials end and
 * is the truth about the run; results are not held in memory. Throws `EvalError` where it cannot
 * begin.
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteRun> {
  const { outdir, trials = 3, concurrency = 4, seed = 0, onTrial } = options;
  const { agentTimeoutS = 120, clock = systemClock, resume = false, retryErrors = false } = options;
  const { graders = gradersFrom(DEFAULT_GRADERS), signal = new AbortController().signal } = options;
  checkNumbers({ trials, concurrency, seed, agentTimeoutS });
  const tasks = tasksOf(options.tasks);
  checkExpectations(tasks, graders);
  const asked: RunMeta = {
    version: 'timestep_eval_v1',
    tasks_path: typeof options.tasks === 'string' ? options.tasks : null,
    tasks_sha256: digestOf(tasks),
    task_count: tasks.length,
    trials,
    seed,
    agent: options.agentName ?? 'agent',
    ...(options.environmentName !== undefined && { environment: options.environmentName }),
    graders: graders.map(({ name, spec = name }) => spec),
    tools_available: typeof options.tools === 'object' ? Object.keys(options.tools) : [],
    agent_timeout_s: agentTimeoutS,
    concurrency,
    started_at: new Date(clock.now()).toISOString(),
  };
  const environment = environmentOf(options.tools);
  const { rateLimitRetries: retries = 5, onWait, random = Math.random } = options;
  const gate = createRateGate({ concurrency, retries, clock, random, onWait });
  const timeLimitS = agentTimeoutS;
  const { onTraced } = options;
  const agent = toAgentFn(options.agent);
  const setting = { agent, environment, graders, timeLimitS, seed, clock, signal, gate, onTraced };
  const total = tasks.length * trials;
  const { meta, results, finished, end } = beginRun(outdir, asked, { resume, retryErrors });
  let done = finished.size;
  try {
    try {
      const atATime = Math.min(concurrency, total);
      await runTrials(pending(tasks, trials, finished), atATime, setting, (row) => {
        results.append(row);
        done += 1;
        onTrial?.({ row, done, total });
      });
    } finally {
      results.close();
    }
    const rows = readResults(join(outdir, 'results.jsonl'));
    if (options.trialFiles ?? total <= FILES_UP_TO) writeTrialFiles(outdir, rows);
    const isComplete = done === total;
    const ended = isComplete ? { ...meta, ended_at: new Date(clock.now()).toISOString() } : meta;
    writeMeta(outdir, ended);
    return { outdir, meta: ended, ran: done - finished.size, isComplete };
  } finally {
    end();
  }
}

/** One iterator for all workers, so that each trial is taken once. */
function* pending(
  tasks: readonly SuiteTask[],
  trials: number,
  finished: ReadonlySet<string>,
): Generator<readonly [SuiteTask, number]> {
  for (let trial = 0; trial < trials; trial += 1) {
    for (const task of tasks) if (!finished.has(keyOf(task.id, trial))) yield [task, trial];
  }
}

function tasksOf(given: SuiteOptions['tasks']): SuiteTask[] {
  return typeof given === 'string' ? loadTasks(given) : checkedTasks(given);
}

function environmentOf(tools: SuiteOptions['tools']): MakeEnvironment {
  if (typeof tools === 'function') return tools;
  const made = functionEnvironment(tools ?? {});
  return () => ({ tools: made });
}

function checkNumbers(given: {
  readonly trials: number;
  readonly concurrency: number;
  readonly seed: number;
  readonly agentTimeoutS: number;
}): void {
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
