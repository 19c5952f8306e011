// Fast code: values that are already available are not awaited, which saves 12 % of the time of a small episode.
import {
  andThen,
  isThenable,
  findRefusedCalls,
  getNextReplySettings,
  getQuestionBeforeRetry,
  getRefusalAdvice,
  getRetryAdvice,
  getModelRetryTime,
  listToolsForModel,
  buildTranscript,
  type AssistantMessage,
  type CallJudgment,
  type CalledModel,
  type Failure,
  type GuardRecord,
  type Message,
  type RefusedCall,
  type Omission,
  type ReplySettings,
  type Task,
  type TaskEvent,
  type ToolSchema,
} from '#core';
import type {
  AgentContext,
  AgentOutput,
  CallRulingRequest,
  Clock,
  Delta,
  ServedAgent,
} from '#engine/port';
import { addOutputOrMismatch } from './add-output-or-mismatch.ts';
import type { ToFailure } from '../failure.ts';
import type { Interrupter } from '../interrupter.ts';
import { judgeCalls, NO_JUDGMENTS } from './judge-calls.ts';
import { planRequestAfterRefusal } from './plan-request-after-refusal.ts';
import { applyGuards } from './apply-guards.ts';
import { listToolsIncludingCalled } from './called-tools.ts';
import { normalizeReply } from './normalize-reply.ts';
import { toObjectOutputFormat, withOutputInstructions } from './output-instructions.ts';
import type { TurnEnvironment } from './turn-environment.ts';
import { attachConsentsToCalls, type ConsentSource } from './weigh-consents.ts';

export interface ModelCall {
  readonly task: Task;
  readonly step: number;
  readonly attempt: number;
  readonly served: ServedAgent;
  readonly surroundings: TurnEnvironment;
  readonly request: EffectRequest;
  readonly interrupter: Interrupter;
  readonly show: (delta: Delta) => void;
  readonly known: ConsentSource;
}

/**
 * Facts about the task that models, tools and permission rules receive while an effect of it runs.
 */
export interface EffectRequest extends CallRulingRequest {
  readonly recordDispatch: AgentContext['recordDispatch'];
}

export type ModelOutcome = Extract<
  TaskEvent,
  { readonly type: 'model.replied' | 'model.failed' | 'model.refused' }
>;

type RepliedEvent = Extract<ModelOutcome, { readonly type: 'model.replied' }>;

/** Returns the idempotency key of a step, which is the same in every attempt at the step. */
export function getStepKey({ id }: Task, step: number): string {
  return `${id}:${step}`;
}

export interface ModelCallOptions {
  readonly toFailure: ToFailure;
  readonly clock: Pick<Clock, 'now'>;
  readonly random?: (() => number) | undefined;
}

/** Calls the agent's model and returns the outcome as an event. An exception becomes a failure event. */
export async function callModel(
  call: ModelCall,
  { toFailure, clock, random = Math.random }: ModelCallOptions,
): Promise<ModelOutcome> {
  const { step, attempt } = call;
  let asked: CalledModel | undefined;
  const recordModel = (model: CalledModel): void => {
    asked = asked ? { ...asked, ...model } : model;
  };
  try {
    const event = await runModelAttempt(call, recordModel);
    return asked ? { ...event, called: asked } : event;
  } catch (thrown) {
    const refused = getRefusalAdvice(thrown) && call.task.refusal;
    const error = refused ? refused.error : toFailure(thrown, 'agent_failed');
    const isInterrupted = call.interrupter.signal.aborted;
    const advice = isInterrupted ? undefined : getRetryAdvice(thrown);
    const question = isInterrupted ? undefined : getQuestionBeforeRetry(thrown);
    const retryAt = question
      ? clock.now()
      : advice && getModelRetryTime({ ...call.task, attempt }, advice, clock.now(), random());
    return {
      type: 'model.failed',
      step,
      attempt,
      error,
      ...(retryAt !== undefined && { retryAt }),
      ...(question && { question }),
      ...(asked && { called: asked }),
    };
  }
}

type ReportCalledModel = NonNullable<AgentContext['called']>;

async function runModelAttempt(
  call: ModelCall,
  reportModel: ReportCalledModel,
): Promise<ModelOutcome> {
  const { task, step, attempt, served, request } = call;
  const { guards = [] } = served;
  const settings = getNextReplySettings(task);
  if (settings?.max_output_tokens === 0) {
    return { type: 'model.failed', step, attempt, error: OUTPUT_LIMIT_FAILURE };
  }
  const listing = call.surroundings.refreshTools();
  const listed = isThenable(listing) ? await listing : listing;
  const offered = listToolsForModel(task, listed);
  const output = getOutputUnlessOverridden(served, settings);
  const asking = prepareMessages(call, task, output);
  const asked = isThenable(asking) ? await call.interrupter.race(asking) : asking;
  if (asked.stoppedBy) return buildOutcomeOfStoppedReply(call, asked.stoppedBy, asked.records);
  const context = buildAgentContext(call, reportModel, offered, settings);
  let answering: AssistantMessage;
  try {
    const answer = call.interrupter.race(served.agent(asked.value, context));
    answering = isThenable(answer) ? await answer : answer;
  } catch (thrown) {
    return handleModelException(call, {
      asked: asked.value,
      context,
      listed,
      output,
      thrown,
    });
  }
  const reply = normalizeReply(answering, step);
  if (guards.length === 0 && !reply.tool_calls) {
    const event = { type: 'model.replied', step, attempt, message: reply } as const;
    return output ? addOutputOrMismatch(task, output, event) : event;
  }
  const passing = applyGuards<AssistantMessage>(
    guards,
    { phase: 'after-model' },
    reply,
    (guard, message) => guard.afterModel?.(message, request),
  );
  const passed = isThenable(passing) ? await call.interrupter.race(passing) : passing;
  const records = [...asked.records, ...passed.records];
  if (passed.stoppedBy) return buildOutcomeOfStoppedReply(call, passed.stoppedBy, records);
  const event = buildReplyEvent(call, passed.value, records);
  return output ? andThen(event, (replied) => addOutputOrMismatch(task, output, replied)) : event;
}

interface ThrownAttempt {
  readonly asked: readonly Message[];
  readonly context: AgentContext;
  readonly listed: readonly ToolSchema[];
  readonly output: AgentOutput | undefined;
  readonly thrown: unknown;
}

/**
 * Handles the exception of a model call. If the provider refused the request, decides what the next
 * request omits; otherwise throws.
 */
async function handleModelException(
  call: ModelCall,
  { asked, context, listed, output, thrown }: ThrownAttempt,
): Promise<ModelOutcome> {
  const { task, interrupter } = call;
  const buildMessages = async (without: readonly Omission[]) => {
    const preparing = prepareMessages(call, addOmissionsToTask(task, without), output);
    const shown = await interrupter.race(preparing);
    return shown.stoppedBy ? undefined : shown.value;
  };
  const tools = listToolsForModel({ ...task, refusal: undefined }, listed);
  const outcome = await planRequestAfterRefusal(
    { ...call, tools, buildMessages },
    asked,
    context,
    thrown,
  );
  if (!outcome) throw thrown;
  return outcome;
}

/** Builds the messages of a request, which guards may change. */
function prepareMessages(
  { served: { guards = [] }, request }: ModelCall,
  task: Task,
  output: AgentOutput | undefined,
): ReturnType<typeof applyGuards<readonly Message[]>> {
  const transcript = buildTranscript(task);
  return applyGuards<readonly Message[]>(
    guards,
    { phase: 'before-model' },
    output ? withOutputInstructions(transcript, output) : transcript,
    (guard, messages) => guard.beforeModel?.(messages, request),
  );
}

function addOmissionsToTask(task: Task, without: readonly Omission[]): Task {
  return { ...task, refusal: undefined, omitted: [...(task.omitted ?? []), ...without] };
}

/** Returns the output format that a reply must match. The caller's format takes precedence. */
function getOutputUnlessOverridden(
  { output }: ServedAgent,
  settings: ReplySettings | undefined,
): AgentOutput | undefined {
  return settings?.text?.format === undefined ? output : undefined;
}

function buildAgentContext(
  { task, step, attempt, served, request, show }: ModelCall,
  reportModel: ReportCalledModel,
  tools: readonly ToolSchema[],
  settings: ReplySettings | undefined,
): AgentContext {
  const { signal, turn, recordDispatch } = request;
  const { limits, seed } = task.origin;
  const output = getOutputUnlessOverridden(served, settings);
  const emit = (delta: Delta): void => {
    // A reply that will still be checked is not streamed, because sent text cannot be retracted.
    if (!signal.aborted && !(output && delta.type === 'text')) show(delta);
  };
  const key = getStepKey(task, step);
  const context = {
    tools,
    task: request.task,
    limits,
    seed,
    key,
    attempt,
    failingSince: task.modelWait?.since,
    signal,
    emit,
    called: reportModel,
    dispatch: task.dispatch,
    recordDispatch,
  };
  const outputFormat = output && tools.length === 0 ? toObjectOutputFormat(output) : undefined;
  if (!settings && !turn && !outputFormat) return context;
  return {
    ...context,
    ...(settings && { settings }),
    ...(outputFormat && { outputFormat }),
    ...(turn && { turn }),
  };
}

function buildReplyEvent(
  call: ModelCall,
  message: AssistantMessage,
  before: readonly GuardRecord[],
): Promise<RepliedEvent> | RepliedEvent {
  const { task, step, attempt, served, surroundings, request, interrupter } = call;
  const { guards = [] } = served;
  const refused = findRefusedCalls(task, message);
  const judging = message.tool_calls
    ? andThen(surroundings.environment(), (environment) =>
        interrupter.race(judgeCalls(message, refused, { environment, guards, request })),
      )
    : NO_JUDGMENTS;
  return andThen(judging, ({ judged: ruled, records }) =>
    andThen(addConsentsToJudgments(call, message, refused, ruled), (judged): RepliedEvent => {
      const plain = { type: 'model.replied', step, attempt, message } as const;
      const guarded = [...before, ...records];
      if (refused.length + judged.length + guarded.length === 0) return plain;
      return {
        ...plain,
        ...(refused.length > 0 && { refused }),
        ...(judged.length > 0 && { judged }),
        ...(guarded.length > 0 && { guarded }),
      };
    }),
  );
}

/**
 * Adds consents, and the tools as shown to a person, to the judgments of calls that need approval.
 */
function addConsentsToJudgments(
  { task, surroundings, request, interrupter, known }: ModelCall,
  message: AssistantMessage,
  refused: readonly RefusedCall[],
  ruled: readonly CallJudgment[],
): Promise<readonly CallJudgment[]> | readonly CallJudgment[] {
  const { tool_calls: calls = [] } = message;
  if (calls.length === 0 || task.origin.toolSite === 'client') return ruled;
  const weigh = (tools: readonly ToolSchema[]) =>
    attachConsentsToCalls({ calls, refused, ruled, tools, task, turn: request.turn }, known);
  // If tools cannot be listed, the tool call itself will fail too, and its result says why.
  try {
    const listing = listToolsIncludingCalled(calls, surroundings, interrupter);
    return isThenable(listing) ? listing.then(weigh, () => ruled) : weigh(listing);
  } catch {
    return ruled;
  }
}

/** Builds the event of a reply that a guard stopped: a block fails the task; a question replaces the reply. */
function buildOutcomeOfStoppedReply(
  { step, attempt }: ModelCall,
  { action, reason }: { readonly action: 'block' | 'ask'; readonly reason: string },
  guarded: readonly GuardRecord[],
): ModelOutcome {
  if (action === 'block') {
    const error = { code: 'blocked', message: reason };
    return { type: 'model.failed', step, attempt, error, guarded };
  }
  const message = { role: 'assistant', content: reason, expects_reply: true } as const;
  return { type: 'model.replied', step, attempt, message, guarded };
}

const OUTPUT_LIMIT_FAILURE: Failure = {
  code: 'output-limit',
  message:
    'the limit of output tokens is reached without a final answer: increase max_output_tokens',
};
