import { RunnerError } from '../../port/index.ts';
import { digestOf } from '../bridge-call.ts';
import { COURIER } from './courier.ts';
import { errandToJson } from './errand.ts';
import type { InsideCall } from '../park.ts';

/**
 * Has what becomes of a task brought to the conversation of the caller, once for each call. Does nothing where
 * the runner has no courier: the caller then asks by the handle.
 */
export async function sendCourier(
  { site, tasks, context, after }: InsideCall,
  called: { readonly task: string; readonly agent: string },
): Promise<void> {
  const { task } = context;
  if (!task) return;
  const caller = { task: task.id, context: task.contextId, agent: task.agent };
  const { callName, asks } = site;
  const errand = { ...called, caller, after, tool: callName, asks };
  try {
    await tasks.submit({
      agent: COURIER,
      messageId: digestOf(`${context.key}:courier`),
      message: { role: 'user', content: JSON.stringify(errandToJson(errand)) },
    });
  } catch (thrown) {
    // The call is made again, and its courier is on the way.
    const isSent = thrown instanceof RunnerError && thrown.code === 'duplicate-message';
    const isNowhere = thrown instanceof RunnerError && thrown.code === 'unknown-agent';
    if (!isSent && !isNowhere) throw thrown;
  }
}
