import {
  expectsUserReply,
  getEffectiveCall,
  historyToMessages,
  getText,
  type AssistantMessage,
  type CallResult,
  type CallJudgment,
  type NumberedEvent,
  type ToolCall,
} from '#core';
import { describeModelWait, describeRefusal, type TaskUpdate } from '#engine/port';
import { addContextNotice, addFailureNotice, addNotice, endTurn, type Notice } from './view-end.ts';
import { historyToItems } from './view-history.ts';
import { addArtifacts } from './view-artifacts.ts';
import { addWaitingApproval, recordApprovalDecision } from './view-approvals.ts';
import { createCallItem, failCall, updateCall } from './view-calls.ts';
import { createFilesField, createUserItem } from './view-files.ts';
import {
  answerToolQuestion,
  addToolQuestion,
  addParkingQuestion,
  answerAssistantQuestion,
  addAssistantQuestion,
} from './view-questions.ts';
import type { CallItem, ReplyItem, ViewItem } from './view-item.ts';
import { moveFinalItemsToSettled, appendItem, updateOpenItems } from './view-items.ts';
import { applyDelta } from './view-delta.ts';
import type { ConversationView, EventOf, OpenTurn } from './view-state.ts';
import {
  createAttemptIdPrefix,
  createCallItemId,
  createReplyItemId,
  type ReplyAttempt,
} from './view-id.ts';
import { addCalled, addSpending } from './usage-cost.ts';

/** An event or delta of a turn, or a notice about the whole conversation. */
export type ViewUpdate =
  | (TaskUpdate & { readonly taskId: string })
  | { readonly kind: 'notice'; readonly id: string; readonly notice: Notice };

/**
 * Returns the view after an update. The updates of a turn must arrive in order, starting with its
 * first event. Events that the view already contains are ignored, so a reader may restart from any
 * generation.
 */
export function applyUpdate(view: ConversationView, update: ViewUpdate): ConversationView {
  if (update.kind === 'notice') {
    const { id, notice } = update;
    return moveFinalItemsToSettled(appendItem(view, { kind: 'notice', id, taskId: '', ...notice }));
  }
  const turn = view.turns.find(({ taskId }) => taskId === update.taskId);
  if (update.kind === 'delta') return turn ? applyDelta(view, turn, update) : view;
  const { event } = update;
  if (event.type === 'task.submitted') return turn ? view : startTurnInView(view, event);
  if (!turn || event.generation <= turn.generation) return view;
  const seen = { ...turn, generation: event.generation };
  return moveFinalItemsToSettled(applyEvent(replaceTurn(view, seen), seen, event));
}

function startTurnInView(
  view: ConversationView,
  event: EventOf<'task.submitted'>,
): ConversationView {
  const isFirst = view.settled === undefined && view.open.length === 0;
  const turn: OpenTurn = {
    taskId: event.taskId,
    generation: event.generation,
    begunAt: event.at,
    step: 0,
    attempt: 0,
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    costUsd: 0,
    isStopping: false,
  };
  const earlier = isFirst ? historyToItems(event.taskId, historyToMessages(event.history)) : [];
  const open = [...view.open, ...earlier];
  return moveFinalItemsToSettled({ ...view, open, turns: [...view.turns, turn] });
}

function replaceTurn(view: ConversationView, turn: OpenTurn): ConversationView {
  const turns = view.turns.map((each) => (each.taskId === turn.taskId ? turn : each));
  return { ...view, turns };
}

function applyEvent(
  view: ConversationView,
  turn: OpenTurn,
  event: Exclude<NumberedEvent, EventOf<'task.submitted'>>,
): ConversationView {
  const { taskId } = turn;
  switch (event.type) {
    case 'message.received': {
      const { message, messageId } = event;
      const id = `${taskId}/message/${messageId}`;
      return appendItem(
        answerAssistantQuestion(addCalled(view, event.arrival), taskId, getText(message)),
        createUserItem(id, taskId, message, turn.step > 0),
      );
    }
    case 'results.received':
      return applyClientResults(view, taskId, event.results);
    case 'calls.declined':
      return withdrawOpenRequests(view, taskId);
    case 'prompt.loaded':
    case 'prompt.failed':
    case 'call.suspended':
    case 'dispatch.reported':
      return view;
    case 'call.resumed':
      return addCalled(view, event.outcome);
    case 'model.started':
      return replaceTurn(view, { ...turn, step: event.step, attempt: event.attempt });
    case 'model.replied':
      return applyReply(view, turn, event);
    case 'model.failed':
      return addModelWaitNotice(endStreamedReply(view, turn, 'cut'), turn, event);
    case 'model.refused':
      return addRefusalNotice(endStreamedReply(view, turn, 'cut'), turn, event);
    case 'model.lost':
      return endStreamedReply(replaceTurn(view, { ...turn, costUsd: null }), turn, 'superseded');
    case 'task.resumed':
      return event.messageId === undefined
        ? addResumedNotice(view, turn, event)
        : answerAssistantQuestion(view, taskId, 'go on');
    case 'task.parked':
      return addParkingQuestion(view, turn, event);
    case 'tool.started': {
      const { attempt, replay } = event;
      return updateCall(view, taskId, event.callId, (call) => {
        return { ...call, state: 'running', attempt, ...(replay && { replay }) };
      });
    }
    case 'tool.interrupted':
      return updateCall(view, taskId, event.callId, planRepeatOrFailCall);
    case 'tool.returned':
      return finishCallItem(view, taskId, event);
    case 'tool.failed':
      return updateCall(view, taskId, event.callId, (call) => failCall(call, event.error));
    case 'approval.requested':
      return addWaitingApproval(view, turn, event);
    case 'approval.decided':
      return recordApprovalDecision(view, turn, event);
    case 'question.asked':
      return addToolQuestion(view, turn, event);
    case 'question.answered':
      return answerToolQuestion(view, turn, event);
    case 'context.selected':
      return addContextNotice(view, turn, event);
    case 'cancel.requested':
      return replaceTurn(view, { ...turn, isStopping: true });
    case 'limit.reached':
      return addNotice(view, turn, event.generation, {
        about: 'limit',
        text: `The ${event.limit === 'max_steps' ? 'step' : 'time'} limit is reached.`,
      });
    case 'task.finished':
      return endTurn(addFailureNotice(view, turn, event), turn, event);
  }
}

function planRepeatOrFailCall(call: CallItem): CallItem {
  if (call.replay !== undefined && call.replay !== 'never') return { ...call, state: 'planned' };
  return failCall(call, { code: 'interrupted', message: 'the call was cut off and may have run' });
}

function applyClientResults(
  view: ConversationView,
  taskId: string,
  results: readonly CallResult[],
): ConversationView {
  return updateOpenItems(view, (item) => {
    if (item.kind !== 'call' || item.taskId !== taskId) return item;
    const given = results.find(({ callId }) => callId === item.callId);
    if (!given) return item;
    return given.isError
      ? failCall(item, { code: 'tool_failed', message: given.output })
      : { ...item, state: 'done', result: given.output };
  });
}

function endStreamedReply(
  view: ConversationView,
  turn: OpenTurn,
  state: 'cut' | 'superseded',
): ConversationView {
  const prefix = createAttemptIdPrefix(turn);
  return updateOpenItems(view, (item) => {
    if (!item.id.startsWith(prefix)) return item;
    if (item.kind === 'call' && item.state === 'writing') {
      return { ...item, state: state === 'cut' ? 'stopped' : 'superseded' };
    }
    const isReply = item.kind === 'assistant' || item.kind === 'reasoning';
    return isReply && (state === 'superseded' || item.state === 'streaming')
      ? { ...item, state }
      : item;
  });
}

function finishCallItem(
  view: ConversationView,
  taskId: string,
  { callId, content: result, attachments = [], artifacts, app }: EventOf<'tool.returned'>,
): ConversationView {
  const files = createFilesField(attachments);
  const finished = updateCall(view, taskId, callId, (call) => {
    return { ...call, state: 'done', result, ...files, ...(app && { app }) };
  });
  return addArtifacts(finished, taskId, artifacts);
}

/** Replaces the streamed text of an attempt with its final reply. */
function applyReply(
  view: ConversationView,
  turn: OpenTurn,
  event: EventOf<'model.replied'>,
): ConversationView {
  const { taskId } = turn;
  const { step, attempt, message } = event;
  const facts = { taskId, step, attempt };
  const prefix = createAttemptIdPrefix(facts);
  const streamed = view.open.filter((item) => item.id.startsWith(prefix));
  const others = view.open.filter((item) => !item.id.startsWith(prefix));
  const shown = streamed.flatMap((item): ViewItem[] =>
    item.kind === 'reasoning' ? [{ ...item, state: 'done' }] : [],
  );
  // If the reply was not streamed to this reader, its reasoning is taken from the log.
  const reasoning = shown.length > 0 ? shown : createReasoningItems(facts, message);
  const calls = (message.tool_calls ?? []).map((call, index) =>
    createJudgedCallItem(
      createCallItemId(facts, index),
      taskId,
      call,
      event.judged?.find(({ callId }) => callId === call.id),
    ),
  );
  const open = [...others, ...reasoning, ...createTextItems(facts, message), ...calls];
  const spent = { ...view, open, ...addSpending(view, message) };
  const given = addArtifacts(spent, taskId, message.artifacts);
  const spoken = expectsUserReply(message)
    ? addAssistantQuestion(given, turn, step, message)
    : given;
  return replaceTurn(spoken, { ...turn, ...addSpending(turn, message) });
}

function createReasoningItems(
  facts: ReplyAttempt,
  { reasoning }: AssistantMessage,
): readonly ReplyItem[] {
  if (reasoning === undefined || reasoning === '') return [];
  const id = createReplyItemId(facts, 'reasoning');
  return [{ kind: 'reasoning', id, ...facts, text: reasoning, state: 'done' }];
}

function createTextItems(facts: ReplyAttempt, { content }: AssistantMessage): readonly ReplyItem[] {
  if (content === null || content === '') return [];
  const id = createReplyItemId(facts, 'text');
  return [{ kind: 'assistant', id, ...facts, text: content, state: 'done' }];
}

/**
 * Creates the item of a tool call. `judgment` holds arguments that replaced the model's, and the
 * tool's description for the approval question.
 */
function createJudgedCallItem(
  id: string,
  taskId: string,
  call: ToolCall,
  { arguments: changed, tool }: Partial<CallJudgment> = {},
): CallItem {
  const item = createCallItem(id, taskId, getEffectiveCall({ call, arguments: changed }));
  return tool ? { ...item, tool } : item;
}

function addResumedNotice(
  view: ConversationView,
  turn: OpenTurn,
  event: EventOf<'task.resumed'>,
): ConversationView {
  if (event.error) return view;
  const what = event.afterCrash
    ? 'The process that was running this task has crashed or stopped; '
    : 'Another process now runs this task; ';
  const next = event.isHeld ? 'the task waits to be retried.' : 'the task continues from its log.';
  const text = what + next;
  return addNotice(view, turn, event.generation, { about: 'resumed', text });
}

function addModelWaitNotice(
  view: ConversationView,
  turn: OpenTurn,
  { error, retryAt: until, generation }: EventOf<'model.failed'>,
): ConversationView {
  if (until === undefined) return view;
  const text = describeModelWait({ error, until });
  return addNotice(view, turn, generation, { about: 'wait', text });
}

function addRefusalNotice(
  view: ConversationView,
  turn: OpenTurn,
  event: EventOf<'model.refused'>,
): ConversationView {
  const text = describeRefusal(event);
  return addNotice(view, turn, event.generation, { about: 'refusal', text });
}

/** Withdraws a task's open approvals and questions, because the user sent a message instead. */
function withdrawOpenRequests(view: ConversationView, taskId: string): ConversationView {
  return updateOpenItems(view, (item) => {
    if (item.taskId !== taskId) return item;
    if (item.kind === 'call' && (item.state === 'waiting' || item.state === 'planned')) {
      return { ...item, state: 'stopped' };
    }
    const isAsked = item.kind === 'approval' || item.kind === 'question';
    return isAsked && item.state === 'waiting' ? { ...item, state: 'withdrawn' } : item;
  });
}
