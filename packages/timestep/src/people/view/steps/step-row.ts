import type { NumberedEvent } from '#core';

/** Parts of a row id: the kind of the row, and the event and the call with which the row starts. */
export interface StepRow {
  readonly kind: string;
  readonly generation: number;
  readonly callId: string;
}

/** Parses the id of a timeline row. Undefined if the text is not such an id. */
export function parseRowId(id: string): StepRow | undefined {
  const [, kind, generation, callId] = /^([a-z]+)\/(\d{1,15})\/(.*)$/s.exec(id) ?? [];
  if (kind === undefined || callId === undefined) return undefined;
  return { kind, generation: Number(generation), callId };
}

const MODEL_ENDS: readonly NumberedEvent['type'][] = [
  'model.replied',
  'model.failed',
  'model.refused',
  'model.lost',
];
const CALL_ENDS: readonly NumberedEvent['type'][] = [
  'tool.returned',
  'tool.failed',
  'tool.interrupted',
];
const RECOVERY: readonly NumberedEvent['type'][] = ['model.lost', 'tool.interrupted'];

/** Whether an event after the start of a row is the last event that concerns the row. */
export function isLastEventOfStep({ kind, callId }: StepRow, event: NumberedEvent): boolean {
  if (event.type === 'task.finished') return true;
  const isOfCall = 'callId' in event && event.callId === callId;
  switch (kind) {
    case 'model':
      return MODEL_ENDS.includes(event.type);
    case 'tool':
      return isOfCall && (CALL_ENDS.includes(event.type) || event.type === 'question.asked');
    case 'task':
      return isOfCall && CALL_ENDS.includes(event.type);
    case 'approval':
      return isOfCall && event.type === 'approval.decided';
    case 'question':
      if (callId !== '') return isOfCall && event.type === 'question.answered';
      return event.type === 'message.received' || event.type === 'task.resumed';
    case 'client':
      return (
        event.type === 'calls.declined' ||
        (event.type === 'results.received' && event.results.some((one) => one.callId === callId))
      );
    case 'crash':
      // A crash's row includes the recovery events and the starts of repeated calls that follow them.
      return !RECOVERY.includes(event.type) && !isStartEvent(event);
    case 'turn':
      return false;
    default:
      return true;
  }
}

function isStartEvent({ type }: NumberedEvent): boolean {
  return type === 'model.started' || type === 'tool.started' || type === 'dispatch.reported';
}

/** Whether an event belongs to the step that a row of the timeline shows. */
export function isEventOfStep({ kind, callId }: StepRow, event: NumberedEvent): boolean {
  if (kind === 'turn') return event.type === 'message.received' || event.type === 'task.finished';
  if (kind === 'crash' || kind === 'model') return true;
  return !('callId' in event) || event.callId === callId;
}
