import {
  asksUser,
  callToMake,
  messagesOf,
  textOf,
  type AssistantMessage,
  type CallResult,
  type JudgedCall,
  type NumberedEvent,
  type ToolCall,
} from '../core/index.ts';
import type { TaskUpdate } from '../port/index.ts';
import { endTurn, noticed, withFailure, type Notice } from './view-end.ts';
import { itemsFromHistory } from './view-history.ts';
import { withArtifacts } from './view-artifacts.ts';
import { askedApproval, decidedApproval } from './view-approvals.ts';
import { failed, withCall } from './view-calls.ts';
import { withFiles } from './view-files.ts';
import { selectedContext } from './view-context.ts';
import {
  answeredQuestion,
  askedQuestion,
  withoutQuestion,
  withQuestion,
} from './view-questions.ts';
import type { CallItem, ReplyItem, ReplyState, ViewItem } from './view-item.ts';
import { settle, withItem, withOpen } from './view-items.ts';
import { shownDelta } from './view-delta.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';
import { callItemId, replyItemId } from './view-id.ts';
import { summed } from './view-usage.ts';

/** An event of a turn, a piece of a reply that grows, or a notice about the conversation itself. */
export type ViewUpdate =
  | (TaskUpdate & { readonly taskId: string })
  | { readonly kind: 'notice'; readonly id: string; readonly notice: Notice };

type EventOf<Type extends NumberedEvent['type']> = Extract<NumberedEvent, { readonly type: Type }>;

/**
 * The view after an update. Updates of one turn come in their order, from its first event on; an
 * event that the view has already is left out, so a reader may begin again at any generation.
 */
export function shown(view: ConversationView, update: ViewUpdate): ConversationView {
  if (update.kind === 'notice') {
    const { id, notice } = update;
    return settle(withItem(view, { kind: 'notice', id, taskId: '', ...notice }));
  }
  const turn = view.turns.find(({ taskId }) => taskId === update.taskId);
  if (update.kind === 'delta') return turn ? shownDelta(view, turn, update) : view;
  const { event } = update;
  if (event.type === 'task.submitted') return turn ? view : begun(view, event);
  if (!turn || event.generation <= turn.generation) return view;
  const seen = { ...turn, generation: event.generation };
  return settle(shownEvent(withTurn(view, seen), seen, event));
}

function begun(view: ConversationView, event: EventOf<'task.submitted'>): ConversationView {
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
  const earlier = isFirst ? itemsFromHistory(event.taskId, messagesOf(event.history)) : [];
  const open = [...view.open, ...earlier];
  return settle({ ...view, open, turns: [...view.turns, turn] });
}

function withTurn(view: ConversationView, turn: OpenTurn): ConversationView {
  const turns = view.turns.map((each) => (each.taskId === turn.taskId ? turn : each));
  return { ...view, turns };
}

function shownEvent(
  view: ConversationView,
  turn: OpenTurn,
  event: Exclude<NumberedEvent, EventOf<'task.submitted'>>,
): ConversationView {
  const { taskId } = turn;
  switch (event.type) {
    case 'message.received': {
      const id = `${taskId}/message/${event.messageId}`;
      const text = textOf(event.message);
      return withItem(withoutQuestion(view, taskId, text), {
        kind: 'user',
        id,
        taskId,
        text,
        ...withFiles(event.message.content),
        isSteering: turn.step > 0,
      });
    }
    case 'results.received':
      return withResults(view, taskId, event.results);
    case 'calls.declined':
      return withoutWaiting(view, taskId);
    case 'prompt.loaded':
    case 'prompt.failed':
      return view;
    case 'call.suspended':
    case 'call.resumed':
      // A call that waits for a task is shown as one under way.
      return view;
    case 'model.started':
      return withTurn(view, { ...turn, step: event.step, attempt: event.attempt });
    case 'model.replied':
      return replied(view, turn, event);
    case 'model.failed':
      return withReplies(view, turn, 'cut');
    case 'model.lost':
      return withReplies(withTurn(view, { ...turn, costUsd: null }), turn, 'superseded');
    case 'task.resumed':
      return resumed(view, turn, event);
    case 'tool.started': {
      const { attempt, replay } = event;
      return withCall(view, taskId, event.callId, (call) => {
        return { ...call, state: 'running', attempt, ...(replay && { replay }) };
      });
    }
    case 'tool.interrupted':
      return withCall(view, taskId, event.callId, interrupted);
    case 'tool.returned':
      return withArtifacts(
        withCall(view, taskId, event.callId, (call) => {
          return { ...call, state: 'done', result: event.content };
        }),
        taskId,
        event.artifacts,
      );
    case 'tool.failed':
      return withCall(view, taskId, event.callId, (call) => failed(call, event.error));
    case 'approval.requested':
      return askedApproval(view, turn, event);
    case 'approval.decided':
      return decidedApproval(view, turn, event);
    case 'question.asked':
      return askedQuestion(view, turn, event);
    case 'question.answered':
      return answeredQuestion(view, turn, event);
    case 'context.selected':
      return selectedContext(view, turn, event);
    case 'cancel.requested':
      return withTurn(view, { ...turn, isStopping: true });
    case 'limit.reached':
      return noticed(view, turn, event.generation, {
        about: 'limit',
        text: event.limit === 'max_steps' ? 'The steps are used up.' : 'The time is used up.',
      });
    case 'task.finished':
      return endTurn(withFailure(view, turn, event), turn, event);
  }
}

function interrupted(call: CallItem): CallItem {
  if (call.replay !== undefined && call.replay !== 'never') return { ...call, state: 'planned' };
  return failed(call, { code: 'interrupted', message: 'the call was cut off and may have run' });
}

/** A client made calls. */
function withResults(
  view: ConversationView,
  taskId: string,
  results: readonly CallResult[],
): ConversationView {
  return withCalls(view, taskId, (call) => {
    const given = results.find(({ callId }) => callId === call.callId);
    if (!given) return call;
    return given.isError
      ? failed(call, { code: 'tool_failed', message: given.output })
      : { ...call, state: 'done', result: given.output };
  });
}

/** Changes the open calls of a turn. */
function withCalls(
  view: ConversationView,
  taskId: string,
  change: (call: CallItem) => CallItem,
): ConversationView {
  return withOpen(view, (item) =>
    item.kind === 'call' && item.taskId === taskId ? change(item) : item,
  );
}

/** Ends what the running attempt has streamed. */
function withReplies(
  view: ConversationView,
  { taskId, step, attempt }: OpenTurn,
  state: 'cut' | 'superseded',
): ConversationView {
  const prefix = `${taskId}/${step}.${attempt}/`;
  return withOpen(view, (item) => {
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

/** What was streamed becomes what was replied, which alone counts. */
function replied(
  view: ConversationView,
  turn: OpenTurn,
  event: EventOf<'model.replied'>,
): ConversationView {
  const { taskId } = turn;
  const { step, attempt, message } = event;
  const prefix = `${taskId}/${step}.${attempt}/`;
  const streamed = view.open.filter((item) => item.id.startsWith(prefix));
  const others = view.open.filter((item) => !item.id.startsWith(prefix));
  const reasoning = streamed.flatMap((item): ViewItem[] =>
    item.kind === 'reasoning' ? [{ ...item, state: 'done' }] : [],
  );
  const facts = { taskId, step, attempt };
  const calls = (message.tool_calls ?? []).map((call, index) =>
    plannedCall(facts, judgedCall(call, event.judged), index),
  );
  const open = [...others, ...reasoning, ...textItems(facts, message), ...calls];
  const { usage, cost_usd: costUsd } = message;
  const spent = summed({ usage: view.usage, costUsd: view.costUsd }, { usage, costUsd });
  const ofTurn = summed(turn, { usage, costUsd });
  const given = withArtifacts({ ...view, open, ...spent }, taskId, message.artifacts);
  const spoken = asksUser(message) ? withQuestion(given, turn, step, message) : given;
  return withTurn(spoken, { ...turn, ...ofTurn });
}

interface AttemptFacts {
  readonly taskId: string;
  readonly step: number;
  readonly attempt: number;
}

function textItems(facts: AttemptFacts, { content }: AssistantMessage): readonly ReplyItem[] {
  if (content === null || content === '') return [];
  const state: ReplyState = 'done';
  return [{ kind: 'assistant', id: replyItemId(facts, 'text'), ...facts, text: content, state }];
}

/** A call with the arguments that rules put in place of the model's, which a person is to see. */
function judgedCall(call: ToolCall, judged: readonly JudgedCall[] = []): ToolCall {
  const changed = judged.find(({ callId }) => callId === call.id)?.arguments;
  return changed === undefined ? call : callToMake({ call, arguments: changed });
}

function plannedCall(facts: AttemptFacts, call: ToolCall, index: number): CallItem {
  const { name, arguments: written } = call.function;
  return {
    kind: 'call',
    id: callItemId(facts, index),
    taskId: facts.taskId,
    callId: call.id,
    name,
    arguments: written,
    state: 'planned',
    attempt: 0,
  };
}

function resumed(
  view: ConversationView,
  turn: OpenTurn,
  event: EventOf<'task.resumed'>,
): ConversationView {
  if (event.error) return view;
  const what = event.afterCrash
    ? 'The process that worked on this is gone; '
    : 'Another process works on this; ';
  const next = event.isHeld
    ? 'it waits for its turn to be tried again.'
    : 'it continues from the log.';
  const text = what + next;
  return noticed(view, turn, event.generation, { about: 'resumed', text });
}

/** A client answered in words: what waits for it will not be. */
function withoutWaiting(view: ConversationView, taskId: string): ConversationView {
  return withOpen(view, (item) => {
    if (item.taskId !== taskId) return item;
    if (item.kind === 'call' && (item.state === 'waiting' || item.state === 'planned')) {
      return { ...item, state: 'stopped' };
    }
    const isAsked = item.kind === 'approval' || item.kind === 'question';
    return isAsked && item.state === 'waiting' ? { ...item, state: 'withdrawn' } : item;
  });
}
