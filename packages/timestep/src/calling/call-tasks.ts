import { listCallsAwaitingApproval } from '../core/index.ts';
import type { CallTasks } from '../mcp/index.ts';
import { sendAnswer, toTaskAnswer, type TaskAnswer } from './answering.ts';
import type { Bridge } from './bridge.ts';
import { callTaskOf, heldCall, roundOf } from './hold.ts';
import { stableId } from './stable-id.ts';

/**
 * Exposes the tasks of agents as tasks of MCP's tasks extension, for clients that declare the
 * extension.
 */
export function bridgeCallTasks(bridge: Bridge): CallTasks {
  return {
    async find(id, context) {
      const call = heldCall(bridge, context);
      const own = await call.tasks.find(id);
      return own && callTaskOf(call, own.task);
    },
    async answer(id, round, answer, context) {
      const call = heldCall(bridge, context);
      const own = await call.tasks.find(id);
      if (!own || roundOf(own.task) !== round) return;
      const waiting = listCallsAwaitingApproval(own.task).map((one) => one.call.id);
      const said = answer ? toTaskAnswer(answer, waiting) : unanswered(waiting);
      await sendAnswer(call.tasks, own.task, stableId(`${id}:${round}`), said);
    },
    async cancel(id, context) {
      const own = await heldCall(bridge, context).tasks.find(id);
      await own?.cancel();
    },
  };
}

/**
 * Builds the answer for a question that the user dismissed. Without an answer, the task would wait
 * forever.
 */
function unanswered(waiting: readonly string[]): TaskAnswer {
  const reason = 'The user did not answer.';
  if (waiting.length === 0) return { message: { role: 'user', content: reason } };
  return { approvals: waiting.map((callId) => ({ callId, approved: false, reason })) };
}
