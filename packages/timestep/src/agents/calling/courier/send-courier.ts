import { RunnerError } from '../../../engine/port/index.ts';
import { deriveMessageId } from '../stable-id.ts';
import { COURIER } from './courier.ts';
import { errandToJson } from './errand.ts';
import type { ParkedCall } from '../park.ts';

/** Starts a courier once per call. Does nothing if the runner has no courier. */
export async function sendCourier(
  { deps, tasks, context, caller: callerTask }: ParkedCall,
  called: { readonly task: string; readonly agent: string },
): Promise<void> {
  if (!callerTask) return;
  const { id: task, contextId, origin, generation: after } = callerTask;
  const caller = { task, context: contextId, agent: origin.agent };
  const { callName, asks } = deps;
  const errand = { ...called, caller, after, tool: callName, asks };
  try {
    await tasks.submit({
      agent: COURIER,
      messageId: deriveMessageId(`${context.key}:courier`),
      message: { role: 'user', content: JSON.stringify(errandToJson(errand)) },
    });
  } catch (thrown) {
    const isSent = thrown instanceof RunnerError && thrown.code === 'duplicate-message';
    const isNowhere = thrown instanceof RunnerError && thrown.code === 'unknown-agent';
    if (!isSent && !isNowhere) throw thrown;
  }
}
