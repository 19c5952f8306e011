import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import {
  apply,
  listCallsAwaitingAnswer,
  getEffectiveCall,
  getStableTextLength,
  formatQuestion,
  parseArguments,
  type Artifact,
  type CallState,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '#core';
import { describeRefusal, describeTaskWait, type Delta } from '#engine/port';
import { partToBlock, createTextBlock } from './blocks-from-message.ts';
import {
  createAgentMessageChunk,
  historyToUpdates,
  userMessageToUpdates,
} from './updates-from-history.ts';
import { artifactToPlan } from './plan-from-artifact.ts';
import {
  createAcpToolCall,
  createFailedUpdate,
  createCompletedUpdate,
  createProgressUpdate,
  createToolCallId,
} from './tool-call.ts';

export interface DisplayedTurn {
  readonly task: Task;
  /** Text of the current reply that the client has already received as a stream. */
  readonly streamed: string;
  /** Number of times that the current reply was started again from the beginning. */
  readonly restarts: number;
}

export interface TurnUpdates {
  readonly turn: DisplayedTurn;
  readonly updates: readonly SessionUpdate[];
}

export interface DisplayOptions {
  /** Whether the client sent the message with this id and already displays it. */
  readonly isOwn: (messageId: string) => boolean;
  /**
   * Whether this is the first turn of the session. If so, the messages that precede the session, such as
   * those of a fork, are displayed before it.
   */
  readonly isFirst: boolean;
  /** Whether questions are displayed as text, because the client does not support forms. */
  readonly showsQuestions: boolean;
}

/**
 * Converts live and stored events in the same way, except for streamed text (ACP v1, Prompt Turn).
 */
export function eventToUpdates(
  before: DisplayedTurn | undefined,
  event: NumberedEvent,
  showing: DisplayOptions,
): TurnUpdates {
  const task = apply(before?.task, event);
  const isFresh = event.type === 'model.started' || !before;
  const turn = isFresh ? { task, streamed: '', restarts: 0 } : { ...before, task };
  if (!before) {
    const updates =
      showing.isFirst && event.type === 'task.submitted' ? historyToUpdates(event) : [];
    return { turn, updates };
  }
  if (event.type === 'model.replied') {
    return { turn: { task, streamed: '', restarts: 0 }, updates: replyToUpdates(turn, event) };
  }
  return { turn, updates: progressEventToUpdates(before.task, task, event, showing) };
}

/** Converts streamed text to updates. Tool calls and artifacts are sent only when complete. */
export function deltaToUpdates(
  turn: DisplayedTurn,
  attempt: { readonly step: number; readonly attempt: number },
  delta: Delta,
): TurnUpdates {
  const { task } = turn;
  if (delta.type === 'progress') {
    const state = task.calls.find(({ call }) => call.id === delta.callId);
    const toolCallId = createToolCallId(task, delta.callId);
    const news = createProgressUpdate(delta.text, state);
    return { turn, updates: [{ sessionUpdate: 'tool_call_update', toolCallId, ...news }] };
  }
  if (delta.type === 'tool-call' || delta.type === 'artifact' || delta.text === '') {
    return { turn, updates: [] };
  }
  const id = createReplyId(task, attempt);
  if (delta.type === 'reasoning') {
    const sessionUpdate = 'agent_thought_chunk';
    const content = createTextBlock(delta.text);
    return { turn, updates: [{ sessionUpdate, messageId: `${id}/thought`, content }] };
  }
  const streamed = delta.restarts ? '' : turn.streamed;
  const restarts = turn.restarts + (delta.restarts ? 1 : 0);
  const grown = streamed + delta.text;
  const news = grown.slice(getStableTextLength(streamed), getStableTextLength(grown));
  const updates =
    news === '' ? [] : [createAgentMessageChunk(news, createTextMessageId(id, restarts))];
  return { turn: { task, streamed: grown, restarts }, updates };
}

function createReplyId(
  { id }: Task,
  { step, attempt }: { readonly step: number; readonly attempt: number },
): string {
  return `${id}/${step}.${attempt}`;
}

/**
 * A reply that starts again becomes a new message, because text that was sent cannot be retracted.
 */
function createTextMessageId(replyId: string, restarts: number): string {
  return restarts === 0 ? replyId : `${replyId}/${restarts + 1}`;
}

function replyToUpdates(
  { task, streamed, restarts }: DisplayedTurn,
  event: Extract<NumberedEvent, { readonly type: 'model.replied' }>,
): SessionUpdate[] {
  const { content, artifacts = [] } = event.message;
  const id = createReplyId(task, event);
  const text = content ?? '';
  // If a guardrail changed the reply, its complete text is sent.
  const goesOn = text.startsWith(streamed);
  const rest = goesOn ? text.slice(getStableTextLength(streamed)) : text;
  const said =
    rest === ''
      ? []
      : [createAgentMessageChunk(rest, goesOn ? createTextMessageId(id, restarts) : `${id}/final`)];
  const calls = task.calls.map((state): SessionUpdate => {
    return { sessionUpdate: 'tool_call', ...createAcpToolCall(task, state) };
  });
  return [...said, ...artifactsToUpdates(task, artifacts), ...calls];
}

/** Converts an event to session updates, except for `task.submitted` and `model.replied`. */
function progressEventToUpdates(
  before: Task,
  task: Task,
  event: NumberedEvent,
  { isOwn, showsQuestions }: DisplayOptions,
): readonly SessionUpdate[] {
  const question = showsQuestions ? createNewQuestionUpdates(before, task) : [];
  const call = (callId: string, news: Omit<ToolCallUpdate, 'toolCallId'>): SessionUpdate => {
    const toolCallId = createToolCallId(before, callId);
    return { sessionUpdate: 'tool_call_update', toolCallId, ...news };
  };
  const failCalls = (calls: readonly CallState[], why: string): SessionUpdate[] =>
    calls.map(({ call: { id } }) =>
      call(id, createFailedUpdate({ code: 'not_executed', message: why })),
    );
  switch (event.type) {
    case 'message.received':
      return isOwn(event.messageId) ? [] : userMessageToUpdates(event.message, event.messageId);
    case 'question.answered': {
      const { message, messageId } = event;
      const said = isOwn(messageId) ? [] : userMessageToUpdates(message, messageId);
      return [...said, ...question];
    }
    case 'question.asked':
      return [call(event.callId, { status: 'pending' }), ...question];
    case 'approval.requested':
      return event.tool ? [call(event.callId, { status: 'pending' })] : [];
    case 'results.received':
      return event.results.map(({ callId, output, isError = false }) => {
        const failure = { code: output, message: output };
        return call(callId, isError ? createFailedUpdate(failure) : createCompletedUpdate(output));
      });
    case 'calls.declined':
      return failCalls(listUnfinishedCalls(before), 'the user answered in words instead');
    case 'tool.started':
      return [
        call(event.callId, { status: 'in_progress', ...getChangedArguments(task, event.callId) }),
      ];
    case 'tool.interrupted':
      return [call(event.callId, createInterruptionUpdate(task, event.callId))];
    case 'tool.returned': {
      const { callId, content, artifacts = [] } = event;
      const state = before.calls.find((one) => one.call.id === callId);
      return [
        call(callId, createCompletedUpdate(content, state)),
        ...artifactsToUpdates(before, artifacts),
      ];
    }
    case 'tool.failed':
      return [call(event.callId, createFailedUpdate(event.error))];
    case 'approval.decided': {
      const { callId, approved, reason = 'a person did not approve the call' } = event;
      if (!approved) return [call(callId, createFailedUpdate({ code: 'denied', message: reason }))];
      const news = event.arguments === undefined ? {} : getChangedArguments(task, callId);
      return Object.keys(news).length === 0 ? [] : [call(callId, news)];
    }
    case 'task.finished':
      return failCalls(listUnfinishedCalls(before), 'the turn ended before the call ran');
    case 'model.failed':
      return modelWaitToUpdates(task, createReplyId(task, event));
    case 'task.parked':
      return [createAgentMessageChunk(formatQuestion(event.question), createParkingId(task))];
    case 'model.refused':
      return refusalToUpdates(event, createReplyId(task, event));
    case 'call.suspended':
    case 'call.resumed':
    case 'task.submitted':
    case 'model.replied':
    case 'prompt.loaded':
    case 'prompt.failed':
    case 'context.selected':
    case 'model.started':
    case 'model.lost':
    case 'dispatch.reported':
    case 'task.resumed':
    case 'cancel.requested':
    case 'limit.reached':
      return [];
  }
}

function refusalToUpdates(
  event: Extract<TaskEvent, { type: 'model.refused' }>,
  replyId: string,
): SessionUpdate[] {
  const content = createTextBlock(describeRefusal(event));
  return [{ sessionUpdate: 'agent_thought_chunk', messageId: `${replyId}/refusal`, content }];
}

function modelWaitToUpdates(task: Task, replyId: string): SessionUpdate[] {
  const wait = describeTaskWait(task);
  if (wait === undefined) return [];
  const content = createTextBlock(wait);
  return [{ sessionUpdate: 'agent_thought_chunk', messageId: `${replyId}/wait`, content }];
}

function createInterruptionUpdate(
  { calls }: Task,
  callId: string,
): Omit<ToolCallUpdate, 'toolCallId'> {
  const isRepeated = calls.some(
    ({ call: { id }, status }) => id === callId && status === 'planned',
  );
  if (isRepeated) return { status: 'pending' };
  const message = 'the call was cut off and may have run';
  return createFailedUpdate({ code: 'interrupted', message });
}

function listUnfinishedCalls({ calls }: Task): readonly CallState[] {
  return calls.filter(({ status }) => status !== 'done');
}

/** Returns the arguments of a call as `rawInput` if they differ from the model's arguments. */
function getChangedArguments({ calls }: Task, callId: string): Pick<ToolCallUpdate, 'rawInput'> {
  const state = calls.find(({ call }) => call.id === callId);
  if (state?.arguments === undefined) return {};
  const { arguments: written } = getEffectiveCall(state).function;
  return { rawInput: parseArguments(written) ?? written };
}

/** Creates the id of a question. A question in text and the answer to its form have the same id. */
export function createQuestionId(task: Task, { call, answers = [] }: CallState): string {
  return `${createToolCallId(task, call.id)}/question/${answers.length}`;
}

function createParkingId({ id, parked }: Task): string {
  return `${id}/parked/${parked?.at ?? 0}`;
}

function createNewQuestionUpdates(before: Task, task: Task): SessionUpdate[] {
  const [last] = listCallsAwaitingAnswer(before);
  const [next] = listCallsAwaitingAnswer(task);
  if (!next?.question || (last && createQuestionId(before, last) === createQuestionId(task, next)))
    return [];
  return [createAgentMessageChunk(formatQuestion(next.question), createQuestionId(task, next))];
}

function artifactsToUpdates(task: Task, artifacts: readonly Artifact[]): SessionUpdate[] {
  return artifacts.flatMap((artifact): SessionUpdate[] => {
    const plan = artifactToPlan(artifact);
    if (plan) return [{ sessionUpdate: 'plan', ...plan }];
    const chunk = {
      sessionUpdate: 'agent_message_chunk',
      messageId: `${task.id}/artifact/${artifact.artifact_id}`,
    } as const;
    return artifact.parts.map((part) => ({ ...chunk, content: partToBlock(part) }));
  });
}
