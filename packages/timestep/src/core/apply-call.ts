import { isElsewhere } from './awaited-task.ts';
import { settle, type Draft, type DraftCall } from './draft.ts';
import type { TaskEvent } from './event.ts';
import { give } from './gifts.ts';
import { isAwaitingSomebody, type CallState, type Task } from './task.ts';
import { denialContent, failureContent, outcomeContent } from './tool-outcome.ts';

const DECLINED = failureContent('not_executed', 'the user answered in words instead');

const INTERRUPTED = failureContent('interrupted', 'the call was cut off and may have run');

type EventOf<Type extends TaskEvent['type']> = Extract<TaskEvent, { readonly type: Type }>;

/** The events about calls of the newest reply. */
export type CallEvent = EventOf<
  | 'results.received'
  | 'calls.declined'
  | 'tool.started'
  | 'tool.interrupted'
  | 'approval.requested'
  | 'approval.decided'
  | 'question.asked'
  | 'question.answered'
  | 'call.suspended'
  | 'call.resumed'
  | 'tool.returned'
  | 'tool.failed'
>;

/** Writes what an event about a call changes into a task. */
export function applyCallEvent(task: Draft, event: CallEvent, at: number): void {
  switch (event.type) {
    case 'results.received':
      return receiveResults(task, event, at);
    case 'calls.declined':
      return decline(task, at);
    case 'tool.started': {
      const { callId, attempt, replay = 'never' } = event;
      return changeCall(task, callId, (call) => {
        call.status = 'running';
        call.attempt = attempt;
        call.replay = replay;
      });
    }
    case 'tool.interrupted':
      return interrupt(task, event, at);
    case 'approval.requested':
      return changeCall(task, event.callId, (call) => {
        call.approval = 'requested';
      });
    case 'approval.decided':
      return decideApproval(task, event, at);
    case 'question.asked': {
      const { callId, question } = event;
      return changeCall(task, callId, (call) => {
        planAgain(call);
        call.question = question;
      });
    }
    case 'question.answered':
      return answer(task, event, at);
    case 'call.suspended': {
      const { callId, awaits } = event;
      return changeCall(task, callId, (call) => {
        planAgain(call);
        call.awaits = awaits;
      });
    }
    case 'call.resumed':
      return resume(task, event);
    case 'tool.returned':
      return takeResult(task, event, at);
    case 'tool.failed':
      return finishCall(task, event.callId, outcomeContent(event), at);
  }
}

/** A call that was answered, or waited for a task, is made with a new key: its attempts count from the beginning. */
function planAgain(call: DraftCall): void {
  call.status = 'planned';
  call.attempt = 0;
}

function receiveResults(task: Draft, event: EventOf<'results.received'>, at: number): void {
  task.calls = task.calls.map((call): CallState => {
    const result = event.results.find((given) => given.callId === call.call.id);
    if (result === undefined || call.status === 'done') return call;
    const content = result.isError ? failureContent(result.output) : result.output;
    return { ...call, status: 'done', content, resultMessageId: event.messageId };
  });
  settle(task, at);
}

function decline(task: Draft, at: number): void {
  task.calls = task.calls.map((call): CallState => {
    if (call.status === 'done' || !isAwaitingSomebody(call)) return call;
    return { ...call, status: 'done', content: DECLINED };
  });
  settle(task, at);
}

function interrupt(task: Draft, { callId }: EventOf<'tool.interrupted'>, at: number): void {
  const cut = task.calls.find(({ call }) => call.id === callId);
  const mayBeMadeAgain = cut !== undefined && (cut.replay !== 'never' || isElsewhere(cut));
  if (!mayBeMadeAgain) return finishCall(task, callId, INTERRUPTED, at);
  changeCall(task, callId, (call) => {
    call.status = 'planned';
  });
}

function decideApproval(task: Draft, event: EventOf<'approval.decided'>, at: number): void {
  const { callId, approved, scope, arguments: changed } = event;
  if (!approved) return finishCall(task, callId, denialContent(event), at);
  const name = task.calls.find(({ call }) => call.id === callId)?.call.function.name;
  changeCall(task, callId, (call) => {
    call.approval = 'approved';
    if (changed !== undefined) call.arguments = changed;
  });
  if (scope === 'session' && name !== undefined) {
    task.permitted = [...(task.permitted ?? []), name];
  }
}

function answer(task: Draft, event: EventOf<'question.answered'>, at: number): void {
  const { callId, message, messageId, metadata } = event;
  const asked = task.calls.find(({ call }) => call.id === callId);
  if (!asked?.question) return;
  const said = { message, messageId, at, ...(metadata && { metadata }) };
  const answers = [...(asked.answers ?? []), { ...said, question: asked.question }];
  changeCall(task, callId, (call) => {
    call.question = undefined;
    call.answers = answers;
  });
}

function resume(task: Draft, { callId, outcome }: EventOf<'call.resumed'>): void {
  changeCall(task, callId, (call) => {
    const { awaits, awaited = [] } = call;
    if (!awaits) return;
    call.awaits = undefined;
    call.awaited = [...awaited, { ...outcome, awaits }];
  });
  const { task_id: id, spent } = outcome;
  if (spent) task.delegated = { ...task.delegated, [id]: spent };
}

function takeResult(task: Draft, event: EventOf<'tool.returned'>, at: number): void {
  const { callId, attachments, offers, artifacts } = event;
  const { selection } = task;
  finishCall(task, callId, outcomeContent(event), at, attachments);
  if (offers) offer(task, selection, offers);
  if (artifacts) give(task, artifacts);
}

/** Shows the model more tools from now on, where it did not see all; `selection` is that of the call. */
function offer(task: Draft, selection: Task['selection'], names: readonly string[]): void {
  if (names.length === 0) return;
  task.offered = [...new Set([...(task.offered ?? []), ...names])];
  if (selection?.tools === undefined) return;
  task.selection = { ...selection, tools: [...new Set([...selection.tools, ...names])] };
}

function changeCall(task: Draft, callId: string, change: (call: DraftCall) => void): void {
  // Not made by `map`, whose lists are of another kind to the engine once it has optimised the function.
  const calls: CallState[] = [];
  for (const call of task.calls) {
    if (call.call.id !== callId) {
      calls.push(call);
      continue;
    }
    const changed = { ...call };
    change(changed);
    calls.push(changed);
  }
  task.calls = calls;
}

function finishCall(
  task: Draft,
  callId: string,
  content: string,
  at: number,
  attachments?: CallState['attachments'],
): void {
  changeCall(task, callId, (call) => {
    call.status = 'done';
    call.content = content;
    call.attachments = attachments;
  });
  settle(task, at);
}
