import type { StoredRun, TrialRow } from '@timestep-ai/timestep/eval';

/** Two agents and the numbers of their trials. */
export interface Setting {
  readonly tasks: number;
  /** Trials of each task in the first and the second run. */
  readonly trials: readonly [before: number, after: number];
  /**
   * Distance of each agent's chance of a task from the task's difficulty, in logits (a standard
   * deviation): 0 is the same agent twice; from 3 on, a task is nearly always passed or never.
   */
  readonly spread: number;
  /** The share of its chances that the second agent has lost; 0: the agents are equal. */
  readonly lost: number;
  /** The share of errored trials in the second run. */
  readonly broken?: number;
}

/** The spread of task difficulties, in logits. */
const TASKS_SPREAD = 1.5;

/**
 * Simulates runs of two agents whose chances of a task are drawn from the same distribution, minus
 * the second agent's loss. So neither of two equal agents is better overall, though one may be
 * better on a single task.
 */
export function simulatedRuns(setting: Setting, random: () => number): [StoredRun, StoredRun] {
  const { tasks, trials, spread, lost, broken = 0 } = setting;
  const [before, after]: [TrialRow[], TrialRow[]] = [[], []];
  for (let task = 0; task < tasks; task += 1) {
    const worth = 0.5 + TASKS_SPREAD * normal(random);
    const [first, second] = [worth + spread * normal(random), worth + spread * normal(random)];
    const chances = [logistic(first), logistic(second) * (1 - lost)] as const;
    for (let trial = 0; trial < trials[0]; trial += 1) {
      before.push(rowOf(task, trial, random() < chances[0] ? 'passed' : 'failed'));
    }
    for (let trial = 0; trial < trials[1]; trial += 1) {
      const verdict = random() < chances[1] ? 'passed' : 'failed';
      after.push(rowOf(task, trial, random() < broken ? 'error' : verdict));
    }
  }
  return [runOf(before, setting, trials[0]), runOf(after, setting, trials[1])];
}

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Returns a random number with mean 0 and standard deviation 1 (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function runOf(rows: readonly TrialRow[], { tasks }: Setting, trials: number): StoredRun {
  const meta: StoredRun['meta'] = {
    version: 'timestep_eval_v1',
    tasks_path: null,
    tasks_sha256: 'simulated',
    task_count: tasks,
    trials,
    seed: 0,
    agent: 'simulated',
    graders: [],
    tools_available: [],
    agent_timeout_s: 1,
    concurrency: 1,
    started_at: '',
  };
  return { meta, rows: () => rows };
}

function rowOf(task: number, trial: number, verdict: TrialRow['verdict']): TrialRow {
  const passed = verdict === 'passed';
  return {
    task_id: `task ${task}`,
    trial,
    seed: 0,
    verdict,
    passed,
    score: Number(passed),
    terminated_reason: 'final_answer',
    error: null,
    steps: 1,
    tool_calls: 0,
    duration_s: 0,
    input_tokens: 0,
    output_tokens: 0,
    total_tokens: 0,
    cost_usd: null,
    judge_cost_usd: 0,
    started_at: '',
    grades: [],
  };
}
