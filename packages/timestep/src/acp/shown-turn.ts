import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import {
  apply,
  callsAwaitingAnswer,
  callToMake,
  questionText,
  readArguments,
  type Artifact,
  type CallState,
  type NumberedEvent,
  type Task,
  type UserMessage,
} from '../core/index.ts';
import type { Delta } from '../port/index.ts';
import { blockFromPart, blocksFromMessage, textBlock } from './blocks-from-message.ts';
import { updatesFromHistory } from './updates-from-history.ts';
import { planFromArtifact } from './plan-from-artifact.ts';
import { announcedCall, failedCall, returnedCall, toolCallIdOf } from './tool-call.ts';

/** A turn as far as a client has seen it. */
export interface ShownTurn {
  readonly task: Task;
  /** What was shown of the reply that is being made. */
  readonly streamed: string;
}

/** A turn after an event, and what a client is to show of that event. */
export interface ShownEvent {
  readonly turn: ShownTurn;
  readonly updates: readonly SessionUpdate[];
}

/** What the reader of a turn knows beside its events. */
export interface Showing {
  /** Whether the client sent that message, and shows it already. */
  readonly isOwn: (messageId: string) => boolean;
  /** Whether the transcript that the turn began with has not been shown as turns. */
  readonly isFirst: boolean;
  /** Whether questions are shown as text, because the client is not asked with forms. */
  readonly showsQuestions: boolean;
}

/**
 * The session updates of an event (ACP v1, Prompt Turn). The same events give the same updates while they
 * happen and when a session is loaded, except for what was streamed already.
 */
export function shownEvent(
  before: ShownTurn | undefined,
  event: NumberedEvent,
  showing: Showing,
): ShownEvent {
  const task = apply(before?.task, event);
  const streamed = event.type === 'model.started' ? '' : (before?.streamed ?? '');
  const turn = { task, streamed };
  if (!before) {
    const updates =
      showing.isFirst && event.type === 'task.submitted' ? updatesFromHistory(event) : [];
    return { turn, updates };
  }
  if (event.type === 'model.replied') {
    return { turn: { task, streamed: '' }, updates: updatesOfReply(turn, event) };
  }
  return { turn, updates: updatesOfEvent(before.task, task, event, showing) };
}

/** What a client is to show of a piece of a reply. Calls and artifacts are shown when they are whole. */
export function shownDelta(
  { task, streamed }: ShownTurn,
  attempt: { readonly step: number; readonly attempt: number },
  delta: Delta,
): ShownEvent {
  const turn = { task, streamed };
  if (delta.type === 'tool-call' || delta.type === 'artifact' || delta.text === '') {
    return { turn, updates: [] };
  }
  const id = replyIdOf(task, attempt);
  if (delta.type === 'reasoning') {
    const sessionUpdate = 'agent_thought_chunk';
    const content = textBlock(delta.text);
    return { turn, updates: [{ sessionUpdate, messageId: `${id}/thought`, content }] };
  }
  const updates = [agentText(delta.text, id)];
  return { turn: { task, streamed: streamed + delta.text }, updates };
}

export function agentText(text: string, messageId: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: textBlock(text) };
}

function userUpdates(message: UserMessage, messageId: string): SessionUpdate[] {
  const sessionUpdate = 'user_message_chunk';
  return blocksFromMessage(message).map((content) => ({ sessionUpdate, messageId, content }));
}

function replyIdOf(
  { id }: Task,
  { step, attempt }: { readonly step: number; readonly attempt: number },
): string {
  return `${id}/${step}.${attempt}`;
}

function updatesOfReply(
  { task, streamed }: ShownTurn,
  event: Extract<NumberedEvent, { readonly type: 'model.replied' }>,
): SessionUpdate[] {
  const { content, artifacts = [] } = event.message;
  const id = replyIdOf(task, event);
  const text = content ?? '';
  // What a guard has changed does not go on from what was streamed.
  const goesOn = text.startsWith(streamed);
  const rest = goesOn ? text.slice(streamed.length) : text;
  const said = rest === '' ? [] : [agentText(rest, goesOn ? id : `${id}/final`)];
  const calls = task.calls.map((state): SessionUpdate => {
    return { sessionUpdate: 'tool_call', ...announcedCall(task, state) };
  });
  return [...said, ...updatesOfArtifacts(task, artifacts), ...calls];
}

/** The updates of an event other than the first of a task and a reply. */
function updatesOfEvent(
  before: Task,
  task: Task,
  event: NumberedEvent,
  { isOwn, showsQuestions }: Showing,
): readonly SessionUpdate[] {
  const question = showsQuestions ? newQuestion(before, task) : [];
  const call = (callId: string, news: Omit<ToolCallUpdate, 'toolCallId'>): SessionUpdate => {
    const toolCallId = toolCallIdOf(before, callId);
    return { sessionUpdate: 'tool_call_update', toolCallId, ...news };
  };
  const ended = (calls: readonly CallState[], why: string): SessionUpdate[] =>
    calls.map(({ call: { id } }) => call(id, failedCall({ code: 'not_executed', message: why })));
  switch (event.type) {
    case 'message.received':
      return isOwn(event.messageId) ? [] : userUpdates(event.message, event.messageId);
    case 'question.answered': {
      const { message, messageId } = event;
      const said = isOwn(messageId) ? [] : userUpdates(message, messageId);
      return [...said, ...question];
    }
    case 'question.asked':
      return [call(event.callId, { status: 'pending' }), ...question];
    case 'results.received':
      return event.results.map(({ callId, output, isError = false }) =>
        call(
          callId,
          isError ? failedCall({ code: output, message: output }) : returnedCall(output),
        ),
      );
    case 'calls.declined':
      return ended(openCalls(before), 'the user answered in words instead');
    case 'tool.started':
      return [call(event.callId, { status: 'in_progress', ...madeWith(task, event.callId) })];
    case 'tool.interrupted': {
      const isAgain = task.calls.some(
        ({ call: { id }, status }) => id === event.callId && status === 'planned',
      );
      const message = 'the call was cut off and may have run';
      const news = isAgain
        ? { status: 'pending' as const }
        : failedCall({ code: 'interrupted', message });
      return [call(event.callId, news)];
    }
    case 'tool.returned': {
      const { callId, content, artifacts = [] } = event;
      return [call(callId, returnedCall(content)), ...updatesOfArtifacts(before, artifacts)];
    }
    case 'tool.failed':
      return [call(event.callId, failedCall(event.error))];
    case 'approval.decided': {
      const { callId, approved, reason = 'a person did not approve the call' } = event;
      if (!approved) return [call(callId, failedCall({ code: 'denied', message: reason }))];
      const news = event.arguments === undefined ? {} : madeWith(task, callId);
      return Object.keys(news).length === 0 ? [] : [call(callId, news)];
    }
    case 'task.finished':
      return ended(openCalls(before), 'the turn ended before the call');
    case 'call.suspended':
    case 'call.resumed':
      // A call that waits for a task is shown as one under way.
      return [];
    case 'task.submitted':
    case 'model.replied':
    case 'prompt.loaded':
    case 'prompt.failed':
    case 'context.selected':
    case 'model.started':
    case 'model.failed':
    case 'model.lost':
    case 'task.resumed':
    case 'approval.requested':
    case 'cancel.requested':
    case 'limit.reached':
      return [];
  }
}

function openCalls({ calls }: Task): readonly CallState[] {
  return calls.filter(({ status }) => status !== 'done');
}

/** The arguments of a call where they are not those that the model wrote. */
function madeWith({ calls }: Task, callId: string): Pick<ToolCallUpdate, 'rawInput'> {
  const state = calls.find(({ call }) => call.id === callId);
  if (state?.arguments === undefined) return {};
  const { arguments: written } = callToMake(state).function;
  return { rawInput: readArguments(written) ?? written };
}

/** The id of a question, which is that of its text and of the answer to a form. */
export function questionIdOf(task: Task, { call, answers = [] }: CallState): string {
  return `${toolCallIdOf(task, call.id)}/question/${answers.length}`;
}

/** The text of the question that waits for an answer from now on: the oldest one. */
function newQuestion(before: Task, task: Task): SessionUpdate[] {
  const [last] = callsAwaitingAnswer(before);
  const [next] = callsAwaitingAnswer(task);
  if (!next?.question || (last && questionIdOf(before, last) === questionIdOf(task, next)))
    return [];
  return [agentText(questionText(next.question), questionIdOf(task, next))];
}

function updatesOfArtifacts(task: Task, artifacts: readonly Artifact[]): SessionUpdate[] {
  return artifacts.flatMap((artifact): SessionUpdate[] => {
    const plan = planFromArtifact(artifact);
    if (plan) return [{ sessionUpdate: 'plan', ...plan }];
    const messageId = `${task.id}/artifact/${artifact.artifact_id}`;
    const sessionUpdate = 'agent_message_chunk';
    return artifact.parts.map((part) => ({
      sessionUpdate,
      messageId,
      content: blockFromPart(part),
    }));
  });
}
