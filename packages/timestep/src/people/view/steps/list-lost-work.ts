import { omitUndefined, type NumberedEvent, type Task } from '#core';
import { describeCall } from '#engine/port';
import type { LostWork } from '../wire/steps.ts';

/**
 * Lists the work that was running in a task when its process ended. `events` are the events of the
 * recovery.
 */
export function listLostWork(task: Task, events: readonly NumberedEvent[]): readonly LostWork[] {
  return events.flatMap((event): readonly LostWork[] => {
    if (event.type === 'model.lost') {
      const { step, attempt } = event;
      const isRepeated = events.some((next) => next.type === 'model.started');
      return [{ kind: 'model', label: `step ${step}`, attempt, isRepeated }];
    }
    if (event.type !== 'tool.interrupted') return [];
    const { callId } = event;
    const state = task.calls.find(({ call }) => call.id === callId);
    if (!state) return [];
    const isRepeated = events.some(
      (next) => next.type === 'tool.started' && next.callId === callId,
    );
    const { label } = describeCall(state.call);
    const { attempt, replay } = state;
    return [{ kind: 'tool', label, attempt, isRepeated, ...omitUndefined({ replay }) }];
  });
}
