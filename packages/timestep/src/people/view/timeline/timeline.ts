import { expectsUserReply, getText, omitUndefined, type NumberedEvent } from '#core';
import {
  describeCall,
  describeDispatch,
  describeRefusal,
  describeReply,
  formatCount,
  shortenLine,
} from '#engine/port';
import type { Timeline, TimelineRow } from './timeline-row.ts';
import type { EventOf } from '../view-state.ts';
import {
  startRow,
  endMatchingRows,
  endRowsOfKind,
  addEndedRow,
  addMomentRow,
} from './timeline-rows.ts';

/** Adds an event to a timeline. Events must arrive in order; a known event changes nothing. */
export function addEventToTimeline(timeline: Timeline, event: NumberedEvent): Timeline {
  const { generation, at } = event;
  if (generation <= timeline.generation) return timeline;
  const next = addPreparationRowAtFirstStep({ ...timeline, generation, at }, event);
  return event.type === 'task.resumed'
    ? addCrashOrResumedRow(next, event, timeline.at)
    : applyEvent(next, event);
}

/** Preparing a task takes a row of the timeline only if it takes at least this many milliseconds. */
const MIN_READY_MS = 250;
const STEP_STARTS: readonly NumberedEvent['type'][] = [
  'context.selected',
  'model.started',
  'tool.started',
];

/** Adds a row for the time in which the process prepared to run the task, when the first step starts. */
function addPreparationRowAtFirstStep(timeline: Timeline, { type }: NumberedEvent): Timeline {
  if (type === 'task.submitted') return { ...timeline, readyFrom: timeline.at };
  const { readyFrom: from, goneAt, at } = timeline;
  if (from === undefined || !STEP_STARTS.includes(type)) return timeline;
  const { readyFrom: _from, ...rest } = timeline;
  if (at - from < MIN_READY_MS) return rest;
  const row = { kind: 'ready', label: 'prepares', from, state: 'done' } as const;
  const note = 'the agent and its tool servers start';
  return goneAt === undefined
    ? addEndedRow(rest, { ...row, note })
    : addEndedRow(rest, { ...row, note: `in another process: ${note}`, isAfterCrash: true });
}

function applyEvent(
  timeline: Timeline,
  event: Exclude<NumberedEvent, EventOf<'task.resumed'>>,
): Timeline {
  switch (event.type) {
    case 'task.submitted': {
      const { agent: label, toolSite } = event;
      const clientTools = event.clientTools.map((tool) => tool.function.name);
      return startRow({ ...timeline, toolSite, clientTools }, { kind: 'turn', label });
    }
    case 'message.received':
      return addMomentRow(endAssistantQuestion(timeline), 'message', getText(event.message));
    case 'results.received':
      return event.results.reduce(
        (next, { callId, isError, taskId: awaited }) =>
          endRowsOfKind(next, 'client', { state: isError ? 'failed' : 'done', awaited }, callId),
        timeline,
      );
    case 'calls.declined':
      return endMatchingRows(
        timeline,
        ({ kind }) => kind === 'client' || kind === 'approval' || kind === 'question',
        { state: 'stopped', detail: 'answered with a message instead' },
      );
    case 'prompt.loaded':
      return timeline;
    case 'prompt.failed':
      return addMomentRow(timeline, 'prompt failed', event.error.message);
    case 'context.selected':
      return addMomentRow(
        timeline,
        `chose ${formatCount(event.items.length, 'item')} of context`,
        event.note,
      );
    case 'model.started':
      return startRow(timeline, {
        kind: 'model',
        label: `step ${event.step}`,
        attempt: event.attempt,
      });
    case 'model.replied':
      return applyReply(timeline, event);
    case 'model.failed':
      return endRowsOfKind(timeline, 'model', { state: 'failed', detail: event.error.message });
    case 'model.refused':
      return endRowsOfKind(timeline, 'model', { state: 'failed', detail: describeRefusal(event) });
    case 'model.lost':
      return endRowsOfKind(timeline, 'model', { state: 'lost', to: timeline.goneAt });
    case 'dispatch.reported':
      return applyDispatch(timeline, event);
    case 'task.parked':
      return startRow(timeline, {
        kind: 'question',
        label: 'parked',
        detail: event.question.text,
      });
    case 'cancel.requested':
      return addMomentRow(timeline, 'cancellation requested');
    case 'limit.reached':
      return addMomentRow(timeline, `limit reached: ${event.limit}`);
    case 'task.finished': {
      const { state: end, error } = event;
      const rest = endMatchingRows(timeline, ({ kind }) => kind !== 'turn', { state: 'stopped' });
      const state = end === 'completed' ? 'done' : end === 'canceled' ? 'stopped' : 'failed';
      return endRowsOfKind(rest, 'turn', { state, detail: error?.message });
    }
    default:
      return applyCallEvent(timeline, event);
  }
}

type CallEvent = EventOf<
  | 'tool.started'
  | 'tool.interrupted'
  | 'tool.returned'
  | 'tool.failed'
  | 'question.asked'
  | 'question.answered'
  | 'call.suspended'
  | 'call.resumed'
  | 'approval.requested'
  | 'approval.decided'
>;

function applyCallEvent(timeline: Timeline, event: CallEvent): Timeline {
  const { callId } = event;
  const { label = callId, note, asksAgent } = timeline.names[callId] ?? {};
  const shown = omitUndefined({ label, callId, note, asksAgent });
  switch (event.type) {
    case 'tool.started':
      return startRow(timeline, { kind: 'tool', ...shown, attempt: event.attempt });
    case 'tool.interrupted':
      return endRowsOfKind(timeline, 'tool', { state: 'lost', to: timeline.goneAt }, callId);
    case 'tool.returned':
      return endRowsOfKind(timeline, 'tool', { state: 'done' }, callId);
    case 'tool.failed':
      return endRowsOfKind(
        timeline,
        'tool',
        { state: 'failed', detail: event.error.message },
        callId,
      );
    case 'question.asked': {
      const asked = endRowsOfKind(timeline, 'tool', { state: 'done' }, callId);
      return startRow(asked, { kind: 'question', ...shown, detail: event.question.text });
    }
    case 'question.answered':
      return endRowsOfKind(timeline, 'question', { state: 'done' }, callId);
    case 'call.suspended': {
      const suspended = endRowsOfKind(timeline, 'tool', { state: 'done' }, callId);
      // Polling a remote task adds no row, because the call that polls has its own row.
      if (event.awaits.elsewhere) return suspended;
      return startRow(suspended, { kind: 'task', ...shown, awaited: event.awaits.task_id });
    }
    case 'call.resumed': {
      const { error } = event.outcome;
      const state = event.outcome.state === 'failed' ? 'failed' : 'done';
      return endRowsOfKind(timeline, 'task', { state, detail: error?.message }, callId);
    }
    case 'approval.requested': {
      const { tool, reason } = event;
      const asked = tool ? endRowsOfKind(timeline, 'tool', { state: 'done' }, callId) : timeline;
      return startRow(asked, { ...shown, ...(reason && { detail: reason }), kind: 'approval' });
    }
    case 'approval.decided': {
      const state = event.approved ? 'done' : 'failed';
      const changed = event.arguments === undefined ? '' : ', with changed arguments';
      const decision = event.approved ? `approved${changed}` : 'denied';
      return endRowsOfKind(
        timeline,
        'approval',
        { state, detail: event.reason, note: decision },
        callId,
      );
    }
  }
}

/**
 * Ends the wait for an answer to a question in the assistant's text, when the next message arrives.
 */
function endAssistantQuestion(timeline: Timeline): Timeline {
  return endMatchingRows(timeline, (row) => row.kind === 'question' && row.callId === undefined, {
    state: 'done',
  });
}

function applyReply(timeline: Timeline, event: EventOf<'model.replied'>): Timeline {
  const { message, refused = [], judged = [], mismatch } = event;
  const { usage, cost_usd: costUsd, tool_calls: calls = [] } = message;
  const state = 'done';
  const detail = mismatch && `does not match the output schema: ${mismatch.issues}`;
  const note = describeReply(message);
  const hasCalls = calls.length > 0 ? true : undefined;
  const end = {
    state,
    tokens: usage?.total_tokens,
    costUsd,
    detail,
    note,
    calls: hasCalls,
  } as const;
  const said = endRowsOfKind(timeline, 'model', end);
  const names = Object.fromEntries(calls.map((call) => [call.id, describeCall(call)]));
  let next: Timeline = { ...said, names };
  for (const { id, function: called } of calls) {
    const isRefused =
      refused.some(({ callId }) => callId === id) ||
      judged.some(({ callId, verdict }) => callId === id && verdict === 'deny');
    const isClients = timeline.toolSite === 'client' || timeline.clientTools.includes(called.name);
    if (isRefused) next = addMomentRow(next, `refused: ${called.name}`, undefined, id);
    else if (isClients) {
      next = startRow(next, { label: called.name, ...names[id], kind: 'client', callId: id });
    }
  }
  return expectsUserReply(message)
    ? startRow(next, { kind: 'question', label: 'asks', detail: message.content ?? '' })
    : next;
}

/** `goneAt` is the time of the last event before the crash, in milliseconds since the epoch. */
function addCrashOrResumedRow(
  timeline: Timeline,
  event: EventOf<'task.resumed'>,
  goneAt: number,
): Timeline {
  const { afterCrash, isHeld, error, messageId, lostProcess: lost, newProcess: next } = event;
  const before = messageId === undefined ? timeline : endAssistantQuestion(timeline);
  if (afterCrash) {
    const label = isHeld ? 'process crashed, waiting to retry' : 'process crashed';
    const detail = error && { detail: error.message };
    const known = lost !== undefined || next !== undefined;
    const processes = known && { processes: omitUndefined({ lost, next }) };
    const gone = { kind: 'crash', label, from: goneAt, state: 'lost' } as const;
    const crash = { ...gone, ...detail, ...processes };
    const crashed = addEndedRow({ ...before, goneAt }, crash);
    return isHeld ? crashed : { ...crashed, readyFrom: timeline.at };
  }
  return addMomentRow(before, isHeld ? 'resumed, waiting to retry' : 'resumed', error?.message);
}

/**
 * Marks a running model or tool call with the remote task that was started for its message. If there is no
 * such call or task, adds a single moment to the timeline.
 */
function applyDispatch(
  timeline: Timeline,
  { key, dispatch }: EventOf<'dispatch.reported'>,
): Timeline {
  const { task_id: awaited, agent: address, name } = dispatch;
  const parts = key.split(':');
  const at = timeline.running.findIndex(
    ({ kind, callId }) =>
      kind === 'model' || (kind === 'tool' && callId !== undefined && parts.includes(callId)),
  );
  const row = timeline.running[at];
  if (!row || awaited === undefined) {
    return addMomentRow(timeline, 'remote agent', describeDispatch(dispatch));
  }
  const label = shortenLine(name ?? address.replace(/^https?:\/\//, ''));
  const asked = { awaited, remote: { address, ...(name !== undefined && { name }) } };
  const linked: TimelineRow =
    row.kind === 'model' ? { ...row, ...asked, label, asksAgent: true } : { ...row, ...asked };
  return { ...timeline, running: timeline.running.with(at, linked) };
}
