import {
  andThen,
  isPending,
  mayCall,
  refusedCalls,
  settingsOfNextReply,
  transcriptOf,
  type AssistantMessage,
  type CalledModel,
  type Failure,
  type GuardRecord,
  type Message,
  type ReplySettings,
  type Task,
  type TaskEvent,
  type ToolSchema,
} from '../core/index.ts';
import type { AgentContext, Delta, JudgeRequest, ServedAgent } from '../port/index.ts';
import type { RecordFailure } from './failure.ts';
import type { Interrupter } from './interrupter.ts';
import { judgedCalls, NOTHING_SAID } from './judged-calls.ts';
import { passGuards } from './pass-guards.ts';
import { wellFormedReply } from './reply.ts';
import type { Surroundings } from './surroundings.ts';

/** One attempt at a step of a task. */
export interface ModelCall {
  readonly task: Task;
  readonly step: number;
  readonly attempt: number;
  readonly served: ServedAgent;
  readonly surroundings: Surroundings;
  readonly request: JudgeRequest;
  readonly interrupter: Interrupter;
  readonly show: (delta: Delta) => void;
}

/** What came of an attempt. */
export type ModelOutcome = Extract<TaskEvent, { readonly type: 'model.replied' | 'model.failed' }>;

/** The same in every attempt at a step. */
export function stepKeyOf({ id }: Task, step: number): string {
  return `${id}:${step}`;
}

/**
 * Calls the model of an agent and returns its outcome, with which model was asked where the agent has said
 * so. What the agent throws is an outcome as well.
 */
export async function callModel(call: ModelCall, tell: RecordFailure): Promise<ModelOutcome> {
  const { step, attempt } = call;
  let asked: CalledModel | undefined;
  const called = (model: CalledModel): void => {
    asked = asked ? { ...asked, ...model } : model;
  };
  try {
    const event = await outcomeOf(call, called);
    return asked ? { ...event, called: asked } : event;
  } catch (thrown) {
    const error = tell(thrown, 'agent_failed');
    return { type: 'model.failed', step, attempt, error, ...(asked && { called: asked }) };
  }
}

type Called = NonNullable<AgentContext['called']>;

/** Rejects with what the agent throws. */
async function outcomeOf(call: ModelCall, called: Called): Promise<ModelOutcome> {
  const { task, step, attempt, served, request } = call;
  const { guards = [] } = served;
  const settings = settingsOfNextReply(task);
  if (settings?.max_output_tokens === 0) {
    return { type: 'model.failed', step, attempt, error: TOKENS_USED_UP };
  }
  const listing = call.surroundings.toolsNow();
  const offered = toolsFor(task, isPending(listing) ? await listing : listing);
  const asking = passGuards<readonly Message[]>(
    guards,
    { phase: 'before-model' },
    transcriptOf(task),
    (guard, messages) => guard.beforeModel?.(messages, request),
  );
  const asked = isPending(asking) ? await asking : asking;
  if (asked.stop) return stopped(call, asked.stop, asked.records);
  const answer = served.agent(asked.thing, contextOf(call, called, offered, settings));
  const answering = call.interrupter.race(answer);
  const reply = wellFormedReply(isPending(answering) ? await answering : answering, step);
  if (guards.length === 0 && !reply.tool_calls) {
    return { type: 'model.replied', step, attempt, message: reply };
  }
  const passing = passGuards<AssistantMessage>(
    guards,
    { phase: 'after-model' },
    reply,
    (guard, message) => guard.afterModel?.(message, request),
  );
  const passed = isPending(passing) ? await passing : passing;
  const records = [...asked.records, ...passed.records];
  if (passed.stop) return stopped(call, passed.stop, records);
  return judgedReply(call, passed.thing, records);
}

function contextOf(
  { task, step, attempt, request, show }: ModelCall,
  called: Called,
  tools: readonly ToolSchema[],
  settings: ReplySettings | undefined,
): AgentContext {
  const { signal, turn } = request;
  const { limits, seed } = task.origin;
  const emit = (delta: Delta): void => {
    if (!signal.aborted) show(delta);
  };
  const key = stepKeyOf(task, step);
  const context = { tools, task: request.task, limits, seed, key, attempt, signal, emit, called };
  if (!settings && !turn) return context;
  return { ...context, ...(settings && { settings }), ...(turn && { turn }) };
}

/** A reply with what is said about its calls. */
function judgedReply(
  { task, step, attempt, served, surroundings, request, interrupter }: ModelCall,
  message: AssistantMessage,
  before: readonly GuardRecord[],
): Promise<ModelOutcome> | ModelOutcome {
  const { guards = [] } = served;
  const refused = refusedCalls(task, message);
  const judging = message.tool_calls
    ? andThen(surroundings.environment(), (environment) =>
        interrupter.race(judgedCalls(message, refused, { environment, guards, request })),
      )
    : NOTHING_SAID;
  return andThen(judging, ({ judged, records }): ModelOutcome => {
    const guarded = [...before, ...records];
    return {
      type: 'model.replied',
      step,
      attempt,
      message,
      ...(refused.length > 0 && { refused }),
      ...(judged.length > 0 && { judged }),
      ...(guarded.length > 0 && { guarded }),
    };
  });
}

/** What a guard stopped: a block fails the task; a question is asked in place of the reply. */
function stopped(
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

/**
 * The tools that the model sees: those of the agent that were chosen and those of the caller that the
 * task may call.
 */
function toolsFor(
  { origin, selection }: Task,
  listed: readonly ToolSchema[],
): readonly ToolSchema[] {
  const chosen = selection?.tools && new Set(selection.tools);
  const shown = chosen ? listed.filter((tool) => chosen.has(tool.function.name)) : listed;
  const all = origin.clientTools.length > 0 ? [...shown, ...origin.clientTools] : shown;
  return all.filter((tool) => mayCall(origin, tool.function.name));
}

const TOKENS_USED_UP: Failure = {
  code: 'output-limit',
  message: 'the allowed output tokens are used up and there is no final answer; allow more',
};
