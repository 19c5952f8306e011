import { asksUser, textOf, type NumberedEvent } from '../core/index.ts';
import type { Timeline } from './timeline-row.ts';
import { begun, ended, marked, rowOf } from './timeline-rows.ts';

type EventOf<Type extends NumberedEvent['type']> = Extract<NumberedEvent, { readonly type: Type }>;

/** The timeline after an event; events come in their order, and one that it has already changes nothing. */
export function withEvent(timeline: Timeline, event: NumberedEvent): Timeline {
  const { generation, at } = event;
  if (generation <= timeline.generation) return timeline;
  return changed({ ...timeline, generation, at }, event);
}

function changed(timeline: Timeline, event: NumberedEvent): Timeline {
  switch (event.type) {
    case 'task.submitted': {
      const { agent, toolSite, clientTools } = event;
      const tools = clientTools.map((tool) => tool.function.name);
      return begun({ ...timeline, toolSite, clientTools: tools }, { kind: 'turn', label: agent });
    }
    case 'message.received':
      return marked(answered(timeline), 'message', textOf(event.message));
    case 'results.received': {
      let next = timeline;
      for (const { callId, isError } of event.results) {
        next = ended(next, rowOf('client', callId), { state: isError ? 'failed' : 'done' });
      }
      return next;
    }
    case 'calls.declined':
      return ended(
        timeline,
        ({ kind }) => kind === 'client' || kind === 'approval' || kind === 'question',
        { state: 'stopped', detail: 'answered in words instead' },
      );
    case 'prompt.loaded':
      return timeline;
    case 'prompt.failed':
      return marked(timeline, 'prompt failed', event.error.message);
    case 'context.selected': {
      const { items, note } = event;
      return marked(timeline, `context: ${items.length} chosen`, note);
    }
    case 'model.started': {
      const { step, attempt } = event;
      return begun(timeline, { kind: 'model', label: `step ${step}`, attempt });
    }
    case 'model.replied':
      return replied(timeline, event);
    case 'model.failed':
      return ended(timeline, rowOf('model'), { state: 'failed', detail: event.error.message });
    case 'model.lost':
      return ended(timeline, rowOf('model'), { state: 'lost' });
    case 'task.resumed':
      return resumed(timeline, event);
    case 'cancel.requested':
      return marked(timeline, 'asked to stop');
    case 'limit.reached':
      return marked(timeline, `limit reached: ${event.limit}`);
    case 'task.finished': {
      const { state, error } = event;
      const rest = ended(timeline, ({ kind }) => kind !== 'turn', { state: 'stopped' });
      return ended(rest, rowOf('turn'), {
        state: state === 'completed' ? 'done' : state === 'canceled' ? 'stopped' : 'failed',
        ...(error && { detail: error.message }),
      });
    }
    default:
      return ofCall(timeline, event);
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

function ofCall(timeline: Timeline, event: CallEvent): Timeline {
  const { callId } = event;
  const label = timeline.names[callId] ?? callId;
  switch (event.type) {
    case 'tool.started':
      return begun(timeline, { kind: 'tool', label, callId, attempt: event.attempt });
    case 'tool.interrupted':
      return ended(timeline, rowOf('tool', callId), { state: 'lost' });
    case 'tool.returned':
      return ended(timeline, rowOf('tool', callId), { state: 'done' });
    case 'tool.failed':
      return ended(timeline, rowOf('tool', callId), {
        state: 'failed',
        detail: event.error.message,
      });
    case 'question.asked': {
      const asked = ended(timeline, rowOf('tool', callId), { state: 'done' });
      return begun(asked, { kind: 'question', label, callId, detail: event.question.text });
    }
    case 'question.answered':
      return ended(timeline, rowOf('question', callId), { state: 'done' });
    case 'call.suspended': {
      const suspended = ended(timeline, rowOf('tool', callId), { state: 'done' });
      // The next call looks at a task that is elsewhere, and its row is what there is to see.
      if (event.awaits.elsewhere) return suspended;
      return begun(suspended, { kind: 'task', label, callId, awaited: event.awaits.task_id });
    }
    case 'call.resumed': {
      const { state, error } = event.outcome;
      return ended(timeline, rowOf('task', callId), {
        state: state === 'failed' ? 'failed' : 'done',
        ...(error && { detail: error.message }),
      });
    }
    case 'approval.requested': {
      const { reason } = event;
      const detail = reason === undefined ? {} : { detail: reason };
      return begun(timeline, { kind: 'approval', label, callId, ...detail });
    }
    case 'approval.decided': {
      const { approved, reason } = event;
      return ended(timeline, rowOf('approval', callId), {
        state: approved ? 'done' : 'failed',
        ...(reason !== undefined && { detail: reason }),
      });
    }
  }
}

/** A question in the words of the assistant has no call, and the next message answers it. */
function answered(timeline: Timeline): Timeline {
  return ended(timeline, (row) => row.kind === 'question' && row.callId === undefined, {
    state: 'done',
  });
}

function replied(timeline: Timeline, event: EventOf<'model.replied'>): Timeline {
  const { message, refused = [], judged = [] } = event;
  const { usage, cost_usd: costUsd, tool_calls: calls = [] } = message;
  const said = ended(timeline, rowOf('model'), {
    state: 'done',
    ...(usage && { tokens: usage.total_tokens }),
    ...(costUsd !== undefined && { costUsd }),
  });
  const names = Object.fromEntries(calls.map((call) => [call.id, call.function.name]));
  let next: Timeline = { ...said, names };
  for (const { id, function: called } of calls) {
    const isRefused =
      refused.some(({ callId }) => callId === id) ||
      judged.some(({ callId, verdict }) => callId === id && verdict === 'deny');
    const isClients = timeline.toolSite === 'client' || timeline.clientTools.includes(called.name);
    if (isRefused) next = marked(next, `refused: ${called.name}`, undefined, id);
    else if (isClients) next = begun(next, { kind: 'client', label: called.name, callId: id });
  }
  return asksUser(message)
    ? begun(next, { kind: 'question', label: 'asks', detail: message.content ?? '' })
    : next;
}

function resumed(timeline: Timeline, event: EventOf<'task.resumed'>): Timeline {
  const { afterCrash, isHeld, error } = event;
  const label = afterCrash ? 'resumed after a crash' : 'resumed';
  return marked(timeline, isHeld ? `${label}, held` : label, error?.message);
}
