import type { NumberedEvent } from '#core';
import { describeModelWait, type Runner } from '#engine/port';
import { describeCall } from '#people/view';

/** Calls of agents by agents that are followed; deeper ones are not shown. */
const MAX_DEPTH = 4;

/**
 * Reports what the task that a call waits for does, and the tasks that it waits for itself, until it ends.
 * Never rejects, because progress is optional.
 */
export async function followChild(
  runner: Pick<Runner, 'subscribe'>,
  childId: string,
  signal: AbortSignal,
  report: (text: string) => void,
  depth = 1,
): Promise<void> {
  const labels = new Map<string, string>();
  try {
    for await (const update of runner.subscribe(childId, 0, signal)) {
      if (update.kind === 'delta') {
        if (update.delta.type === 'progress') report(update.delta.text);
        continue;
      }
      const { event } = update;
      const text = describeChildEvent(event, labels);
      if (text !== undefined) report(text);
      if (event.type !== 'call.suspended' || event.awaits.elsewhere || depth >= MAX_DEPTH) continue;
      const label = labels.get(event.callId) ?? '';
      const reportInner = (inner: string): void => report(`${label} › ${inner}`);
      void followChild(runner, event.awaits.task_id, signal, reportInner, depth + 1);
    }
  } catch {
    // The task was erased, or its database is away: the call itself reports what matters.
  }
}

/** Describes an event of a task in words; remembers the names of its calls in `labels`. */
function describeChildEvent(event: NumberedEvent, labels: Map<string, string>): string | undefined {
  switch (event.type) {
    case 'model.replied': {
      const { tool_calls: calls = [] } = event.message;
      const shown = calls.map((call) => {
        const { label, note = '', asksAgent } = describeCall(call);
        labels.set(call.id, label);
        return asksAgent ? `Ask ${label}: ${note}` : `${label} ${note}`.trim();
      });
      return shown.length === 0 ? undefined : shown.join(', ');
    }
    case 'approval.requested':
      return `${labels.get(event.callId) ?? 'a call'} awaits approval`;
    case 'model.failed': {
      const { error, retryAt: until } = event;
      return until === undefined ? undefined : describeModelWait({ error, until });
    }
    default:
      return undefined;
  }
}
