import { createHash, randomUUID } from 'node:crypto';
import { ModelError } from '#agents/model';
import {
  pairToolCallsWithResults,
  addAttemptLimitToError,
  omitUndefined,
  TimestepError,
  type EpisodeInfo,
} from '#core';
import type { AgentFn, Clock } from '#engine/port';
import { runEpisode } from '#engine/runner';
import { getTrialTraceId, type TracedTrial } from '#protocols/trace';
import { gradeTrial, type GradedTrial } from '../graders/grade-trial.ts';
import type { Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { createPausableClock, type PausableClock } from '../pace/pausable-clock.ts';
import type { RateGate } from '../pace/rate-gate.ts';
import {
  EMPTY_EPISODE_INFO,
  type MakeEnvironment,
  type TrialEnvironment,
  type TrialRow,
} from '../trial.ts';
import { withSpendingLimit, BUDGET_ERROR_PREFIX } from './limit-spending.ts';
import { buildTrialRow, countedGradesToTraceScores, withEnvironmentError } from './trial-row.ts';

export interface TrialDeps {
  readonly agent: AgentFn;
  readonly environment: MakeEnvironment;
  readonly graders: readonly Grader[];
  readonly agentTimeoutS: number;
  readonly seed: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly gate: RateGate;
  readonly onTraced?: ((trial: TracedTrial) => void) | undefined;
}

/** Runs and grades one trial. An error of any part affects only this trial. */
export async function runTrial(task: SuiteTask, trial: number, deps: TrialDeps): Promise<TrialRow> {
  // The clock pauses while a call waits for a rate limit, so that the wait does not count.
  const clock = createPausableClock(deps.clock);
  const startedAt = new Date(clock.now()).toISOString();
  const seed = deriveTrialSeed(deps.seed, task.id, trial);
  let environment: TrialEnvironment;
  try {
    environment = await deps.environment(task, trial);
  } catch (thrown) {
    const info = { ...EMPTY_EPISODE_INFO, task_id: task.id, trial, seed };
    const row = buildTrialRow(info, UNGRADED, startedAt, task.messages);
    return withEnvironmentError(row, 'cannot be created', thrown);
  }
  const running = runTrialInEnvironment(environment, task, { trial, seed, clock, startedAt }, deps);
  await Promise.allSettled([running]);
  try {
    await environment.close?.();
  } catch (thrown) {
    return withEnvironmentError(await running, 'cannot be closed', thrown);
  }
  return running;
}

const UNGRADED: GradedTrial = { grades: [], verdict: 'failed', score: 0 };

interface StartedTrial {
  readonly trial: number;
  readonly seed: number;
  readonly clock: PausableClock;
  readonly startedAt: string;
}

const MAX_CONNECT_ATTEMPTS = 3;

async function runTrialInEnvironment(
  environment: TrialEnvironment,
  task: SuiteTask,
  { trial, seed, clock, startedAt }: StartedTrial,
  setting: TrialDeps,
): Promise<TrialRow> {
  const { agent, graders, signal, gate } = setting;
  const { max_steps, time_limit_s = setting.agentTimeoutS } = task.limits ?? {};
  const trialId = randomUUID();
  const tracedAs = setting.onTraced && `${trialId}:${task.id}`;
  const callThroughGate: AgentFn = async (messages, context) => {
    try {
      return await gate.call(() => agent(messages, context), context.signal, clock);
    } catch (thrown) {
      const isUnreachable = TimestepError.isInstance(thrown) && thrown.code === 'unreachable';
      if (!isUnreachable) throw thrown;
      // If a server is unreachable, the A2A client has already waited for it, so it is not tried again.
      throw addAttemptLimitToError(thrown, thrown instanceof ModelError ? MAX_CONNECT_ATTEMPTS : 1);
    }
  };
  const limited = withSpendingLimit(
    withTrialKeys(callThroughGate, trialId, tracedAs),
    task.limits ?? {},
  );
  const { messages, info, events } = await runEpisode(task.messages, limited, {
    tools: environment.tools,
    ...omitUndefined({ toolsAllowed: task.tools_allowed }),
    limits: omitUndefined({ max_steps, time_limit_s }),
    // Some agents need the trial number, for example to replay a recording.
    task: { id: task.id, trial, metadata: { ...task.metadata, trial } },
    seed,
    signal,
    clock,
  });
  const judged = replaceBudgetErrorWithLimit(info);
  let outcome: unknown;
  try {
    outcome = await environment.outcome?.();
  } catch (thrown) {
    const verdict = judged.terminated_reason === 'error' ? 'error' : 'failed';
    const row = buildTrialRow(judged, { ...UNGRADED, verdict }, startedAt, messages);
    return withEnvironmentError(row, 'does not report its outcome', thrown);
  }
  const toolIndex = pairToolCallsWithResults(messages);
  const evidence = { messages, toolIndex, task, info: judged, outcome, signal };
  const graded = await gradeTrial(graders, evidence);
  const row = buildTrialRow(judged, graded, startedAt, messages);
  if (tracedAs === undefined) return row;
  const scores = countedGradesToTraceScores(graded.grades);
  setting.onTraced?.({ id: tracedAs, events, scores, gradedAt: clock.now() });
  return { ...row, trace_id: getTrialTraceId(tracedAs) };
}

/** Makes idempotency keys unique per trial: a remote agent would otherwise repeat an old answer. */
function withTrialKeys(agent: AgentFn, trialId: string, tracedAs: string | undefined): AgentFn {
  return (messages, context) => {
    const { task } = context;
    const { metadata } = task;
    const key = `${trialId}:${context.key}`;
    if (tracedAs === undefined) return agent(messages, { ...context, key });
    // Requests that the agent sends to others belong to the trace of the trial.
    const traceparent = `00-${getTrialTraceId(tracedAs)}-${'f'.repeat(16)}-01`;
    const traced = { ...task, metadata: { ...metadata, traceparent } };
    return agent(messages, { ...context, key, task: traced });
  };
}

/** Treats an exhausted budget as the end of the episode, so that the work so far is graded. */
function replaceBudgetErrorWithLimit(info: EpisodeInfo): EpisodeInfo {
  return info.error?.startsWith(BUDGET_ERROR_PREFIX)
    ? { ...info, terminated_reason: 'max_steps' }
    : info;
}

/** Derives the seed of a trial: different for every trial, the same in every run of the suite. */
function deriveTrialSeed(seed: number, taskId: string, trial: number): number {
  const hash = createHash('sha256').update(JSON.stringify([seed, taskId, trial]));
  return hash.digest().readUInt32BE(0) >>> 1;
}
