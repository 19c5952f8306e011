import { createHash, randomUUID } from 'node:crypto';
import { indexToolCalls, type EpisodeInfo } from '../../core/index.ts';
import type { AgentFn, Clock } from '../../port/index.ts';
import { runEpisode } from '../../runner/index.ts';
import { traceIdOfTrial, type TracedTrial } from '../../trace/index.ts';
import { gradeTrial } from '../graders/grade-trial.ts';
import type { Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { pacedAgent } from '../pace/paced-agent.ts';
import { pausableClock, type PausableClock } from '../pace/pausable-clock.ts';
import type { RateGate } from '../pace/rate-gate.ts';
import type { MakeEnvironment, Trial, TrialEnvironment } from '../trial.ts';
import { brokenTrial, environmentFailure, withFailure } from './broken-trial.ts';
import { limitSpending, SPENT } from './limit-spending.ts';
import { judgeCost, rowOf } from './trial-row.ts';
import { scoresOf } from './trial-scores.ts';

export interface TrialSetting {
  readonly agent: AgentFn;
  readonly environment: MakeEnvironment;
  readonly graders: readonly Grader[];
  /** Seconds of an episode, where its task does not say. */
  readonly timeLimitS: number;
  readonly seed: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The gate for the calls of all trials. */
  readonly gate: RateGate;
  readonly newId?: () => string;
  /** Receives each trial that was graded, for its trace. */
  readonly onTraced?: ((trial: TracedTrial) => void) | undefined;
}

/** One trial of a task, as it is begun. */
interface Begun {
  readonly task: SuiteTask;
  readonly trial: number;
  readonly seed: number;
  readonly clock: PausableClock;
  readonly startedAt: string;
}

/**
 * Runs one trial and grades it. An agent, environment or grader that breaks affects this trial
 * only.
 */
export async function runTrial(
  task: SuiteTask,
  trial: number,
  setting: TrialSetting,
): Promise<Trial> {
  // The wait for a rate limit counts neither for the agent nor for the task.
  const clock = pausableClock(setting.clock);
  const startedAt = new Date(clock.now()).toISOString();
  const begun = { task, trial, seed: seedOf(setting.seed, task.id, trial), clock, startedAt };
  let environment: TrialEnvironment;
  try {
    environment = await setting.environment(task, trial);
  } catch (thrown) {
    return brokenTrial(begun, environmentFailure('cannot be made', thrown));
  }
  let failure: string | undefined;
  let ran: Trial;
  try {
    ran = await playedIn(environment, begun, setting);
  } finally {
    failure = await failureOfClosing(environment);
  }
  return failure === undefined ? ran : withFailure(ran, failure);
}

async function playedIn(
  environment: TrialEnvironment,
  { task, trial, seed, clock, startedAt }: Begun,
  setting: TrialSetting,
): Promise<Trial> {
  const { agent, graders, timeLimitS, signal, gate, newId = randomUUID } = setting;
  const { max_steps, time_limit_s = timeLimitS, max_tokens, max_cost_usd } = task.limits ?? {};
  const trialId = newId();
  const tracedAs = setting.onTraced && `${trialId}:${task.id}`;
  const { messages, info, events } = await runEpisode(
    task.messages,
    limitSpending(keyed(pacedAgent(agent, gate, clock), trialId, tracedAs), {
      ...(max_tokens !== undefined && { max_tokens }),
      ...(max_cost_usd !== undefined && { max_cost_usd }),
    }),
    {
      tools: environment.tools,
      ...(task.tools_allowed && { toolsAllowed: task.tools_allowed }),
      limits: { ...(max_steps !== undefined && { max_steps }), time_limit_s },
      // Some agents need the number of the trial, such as one that replays a recording.
      task: { id: task.id, trial, metadata: { ...task.metadata, trial } },
      seed,
      signal,
      clock,
    },
  );
  const toolIndex = indexToolCalls(messages);
  const judged = asJudged(info);
  const ungraded = (): Trial => {
    const verdict = judged.terminated_reason === 'error' ? 'error' : 'failed';
    const nothing = { grades: [], verdict, score: 0 } as const;
    return {
      task,
      row: { ...rowOf(judged, nothing, startedAt, 0), messages },
      messages,
      toolIndex,
    };
  };
  let outcome: unknown;
  try {
    outcome = await environment.outcome?.();
  } catch (thrown) {
    return withFailure(ungraded(), environmentFailure('does not report its outcome', thrown));
  }
  const evidence = { messages, toolIndex, task, info: judged, outcome, signal };
  const graded = await gradeTrial(graders, evidence);
  const traced = tracedAs !== undefined && { trace_id: traceIdOfTrial(tracedAs) };
  const judgedRow = rowOf(judged, graded, startedAt, judgeCost(graded.grades));
  const row = { ...judgedRow, ...traced, messages };
  if (tracedAs !== undefined) {
    const scores = scoresOf(graded.grades);
    setting.onTraced?.({ id: tracedAs, events, scores, gradedAt: clock.now() });
  }
  return { task, row, messages, toolIndex };
}

async function failureOfClosing(environment: TrialEnvironment): Promise<string | undefined> {
  try {
    await environment.close?.();
    return undefined;
  } catch (thrown) {
    return environmentFailure('cannot be closed', thrown);
  }
}

/**
 * The agent with keys of this trial alone. A peer may recognise messages by their keys, and would
 * answer the next trial of the task, or a later run of the suite, with its first answer.
 */
function keyed(agent: AgentFn, trialId: string, tracedAs: string | undefined): AgentFn {
  return (messages, context) => {
    const { task } = context;
    const { metadata } = task;
    const key = `${trialId}:${context.key}`;
    if (tracedAs === undefined) return agent(messages, { ...context, key });
    // What the agent asks elsewhere belongs to the trace of the trial.
    const traceparent = `00-${traceIdOfTrial(tracedAs)}-${'f'.repeat(16)}-01`;
    const traced = { ...task, metadata: { ...metadata, traceparent } };
    return agent(messages, { ...context, key, task: traced });
  };
}

/** An agent that has used up its budget is not broken: it is graded on what it did. */
function asJudged(info: EpisodeInfo): EpisodeInfo {
  return info.error?.startsWith(SPENT) ? { ...info, terminated_reason: 'max_steps' } : info;
}

/** Different for every trial, and the same in every run of the suite. */
function seedOf(seed: number, taskId: string, trial: number): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, taskId, trial]))
    .digest();
  return digest.readUInt32BE(0) >>> 1;
}
