import { callsAwaitingApproval, type ToolCall } from '../core/index.ts';
import type { Clock, ServedAgent } from '../port/index.ts';
import { conduct, type Conducting } from './conduct.ts';
import type { MemoryTaskLog } from './task-log.ts';

const NOBODY = 'no person can be asked to approve the call';

/** Drives a task and, each time it waits for approvals, asks `approve` and drives it on. */
export function attend(
  log: MemoryTaskLog,
  served: ServedAgent,
  clock: Clock,
  approve: ((call: ToolCall) => boolean | Promise<boolean>) | undefined,
): Conducting {
  let current = conduct(log, served, clock);

  async function seeThrough(): Promise<void> {
    for (;;) {
      await current.done;
      const waiting = callsAwaitingApproval(log.task);
      if (log.task.end || waiting.length === 0) return;
      for (const { call } of waiting) {
        const approved = (await approve?.(call)) ?? false;
        if (log.task.end) return;
        const messageId = `${log.task.id}:${call.id}:approval`;
        const reason = approve ? {} : { reason: NOBODY };
        log.append({ type: 'approval.decided', messageId, callId: call.id, approved, ...reason });
      }
      current = conduct(log, served, clock);
    }
  }

  return {
    done: seeThrough(),
    interrupt() {
      current.interrupt();
    },
  };
}
