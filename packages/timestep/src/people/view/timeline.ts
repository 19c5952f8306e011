import { expectsUserReply, getText, type NumberedEvent } from '#core';
import type { Timeline } from './timeline-row.ts';
import type { EventOf } from './view-state.ts';
import { startRow, endRows, addMomentRow, createRowMatcher } from './timeline-rows.ts';

/** Adds an event to a timeline. Events must arrive in order; a known event changes nothing. */
export function addEventToTimeline(timeline: Timeline, event: NumberedEvent): Timeline {
  const { generation, at } = event;
  if (generation <= timeline.generation) return timeline;
  return applyEvent({ ...timeline, generation, at }, event);
}

function applyEvent(timeline: Timeline, event: NumberedEvent): Timeline {
  switch (event.type) {
    case 'task.submitted': {
      const { agent, toolSite, clientTools } = event;
      const tools = clientTools.map((tool) => tool.function.name);
      return startRow(
        { ...timeline, toolSite, clientTools: tools },
        { kind: 'turn', label: agent },
      );
    }
    case 'message.received':
      return addMomentRow(endAssistantQuestion(timeline), 'message', getText(event.message));
    case 'results.received': {
      let next = timeline;
      for (const { callId, isError } of event.results) {
        next = endRows(next, createRowMatcher('client', callId), {
          state: isError ? 'failed' : 'done',
        });
      }
      return next;
    }
    case 'calls.declined':
      return endRows(
        timeline,
        ({ kind }) => kind === 'client' || kind === 'approval' || kind === 'question',
        { state: 'stopped', detail: 'answered with a message instead' },
      );
    case 'prompt.loaded':
      return timeline;
    case 'prompt.failed':
      return addMomentRow(timeline, 'prompt failed', event.error.message);
    case 'context.selected': {
      const { items, note } = event;
      return addMomentRow(timeline, `context: ${items.length} items chosen`, note);
    }
    case 'model.started': {
      const { step, attempt } = event;
      return startRow(timeline, { kind: 'model', label: `step ${step}`, attempt });
    }
    case 'model.replied':
      return applyReply(timeline, event);
    case 'model.failed':
      return endRows(timeline, createRowMatcher('model'), {
        state: 'failed',
        detail: event.error.message,
      });
    case 'model.lost':
      return endRows(timeline, createRowMatcher('model'), { state: 'lost' });
    case 'task.resumed':
      return markResumed(timeline, event);
    case 'cancel.requested':
      return addMomentRow(timeline, 'cancellation requested');
    case 'limit.reached':
      return addMomentRow(timeline, `limit reached: ${event.limit}`);
    case 'task.finished': {
      const { state, error } = event;
      const rest = endRows(timeline, ({ kind }) => kind !== 'turn', { state: 'stopped' });
      return endRows(rest, createRowMatcher('turn'), {
        state: state === 'completed' ? 'done' : state === 'canceled' ? 'stopped' : 'failed',
        ...(error && { detail: error.message }),
      });
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
  const label = timeline.names[callId] ?? callId;
  switch (event.type) {
    case 'tool.started':
      return startRow(timeline, { kind: 'tool', label, callId, attempt: event.attempt });
    case 'tool.interrupted':
      return endRows(timeline, createRowMatcher('tool', callId), { state: 'lost' });
    case 'tool.returned':
      return endRows(timeline, createRowMatcher('tool', callId), { state: 'done' });
    case 'tool.failed':
      return endRows(timeline, createRowMatcher('tool', callId), {
        state: 'failed',
        detail: event.error.message,
      });
    case 'question.asked': {
      const asked = endRows(timeline, createRowMatcher('tool', callId), { state: 'done' });
      return startRow(asked, { kind: 'question', label, callId, detail: event.question.text });
    }
    case 'question.answered':
      return endRows(timeline, createRowMatcher('question', callId), { state: 'done' });
    case 'call.suspended': {
      const suspended = endRows(timeline, createRowMatcher('tool', callId), { state: 'done' });
      // A remote task gets no row here, because the call that polls it has its own row.
      if (event.awaits.elsewhere) return suspended;
      return startRow(suspended, { kind: 'task', label, callId, awaited: event.awaits.task_id });
    }
    case 'call.resumed': {
      const { state, error } = event.outcome;
      return endRows(timeline, createRowMatcher('task', callId), {
        state: state === 'failed' ? 'failed' : 'done',
        ...(error && { detail: error.message }),
      });
    }
    case 'approval.requested': {
      const { reason } = event;
      const detail = reason === undefined ? {} : { detail: reason };
      return startRow(timeline, { kind: 'approval', label, callId, ...detail });
    }
    case 'approval.decided': {
      const { approved, reason } = event;
      return endRows(timeline, createRowMatcher('approval', callId), {
        state: approved ? 'done' : 'failed',
        ...(reason !== undefined && { detail: reason }),
      });
    }
  }
}

/** Ends a question in the assistant's text, which the next message answers. */
function endAssistantQuestion(timeline: Timeline): Timeline {
  return endRows(timeline, (row) => row.kind === 'question' && row.callId === undefined, {
    state: 'done',
  });
}

function applyReply(timeline: Timeline, event: EventOf<'model.replied'>): Timeline {
  const { message, refused = [], judged = [], mismatch } = event;
  const { usage, cost_usd: costUsd, tool_calls: calls = [] } = message;
  const said = endRows(timeline, createRowMatcher('model'), {
    state: 'done',
    ...(usage && { tokens: usage.total_tokens }),
    ...(costUsd !== undefined && { costUsd }),
    ...(mismatch && { detail: `does not match the output schema: ${mismatch.issues}` }),
  });
  const names = Object.fromEntries(calls.map((call) => [call.id, call.function.name]));
  let next: Timeline = { ...said, names };
  for (const { id, function: called } of calls) {
    const isRefused =
      refused.some(({ callId }) => callId === id) ||
      judged.some(({ callId, verdict }) => callId === id && verdict === 'deny');
    const isClients = timeline.toolSite === 'client' || timeline.clientTools.includes(called.name);
    if (isRefused) next = addMomentRow(next, `refused: ${called.name}`, undefined, id);
    else if (isClients) next = startRow(next, { kind: 'client', label: called.name, callId: id });
  }
  return expectsUserReply(message)
    ? startRow(next, { kind: 'question', label: 'asks', detail: message.content ?? '' })
    : next;
}

function markResumed(timeline: Timeline, event: EventOf<'task.resumed'>): Timeline {
  const { afterCrash, isHeld, error } = event;
  const label = afterCrash ? 'resumed after a crash' : 'resumed';
  return addMomentRow(timeline, isHeld ? `${label}, waiting to retry` : label, error?.message);
}
