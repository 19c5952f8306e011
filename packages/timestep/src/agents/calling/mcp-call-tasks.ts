import type { Task } from '#core';
import type { CallTasks } from '#protocols/mcp';
import {
  listRequestedApprovals,
  sendAnswer,
  replyToTaskAnswer,
  type TaskAnswer,
} from './answering.ts';
import type { McpCallingDeps } from './callable-agents.ts';
import { toCallTask, createRequestCall, getQuestionId } from './request-call.ts';
import { deriveMessageId } from './stable-id.ts';

/** Exposes tasks of agents as tasks of MCP's tasks extension. */
export function createMcpCallTasks(deps: McpCallingDeps): CallTasks {
  return {
    async find(id, context) {
      const call = createRequestCall(deps, context);
      const own = await call.tasks.find(id);
      return own && toCallTask(call, own.task);
    },
    async answer(id, round, answer, context) {
      const call = createRequestCall(deps, context);
      const own = await call.tasks.find(id);
      if (!own || getQuestionId(own.task) !== round) return;
      const waiting = listRequestedApprovals(own.task);
      const isGiven = answer !== undefined && !answer.isDeclined;
      const said = isGiven
        ? replyToTaskAnswer(answer, waiting)
        : buildDismissalAnswer(own.task, answer ? 'declined to answer' : 'did not answer');
      const messageId = deriveMessageId(`${id}:${round}`);
      await sendAnswer(call.tasks, own.task, messageId, { ...said, entry: 'mcp' });
    },
    async cancel(id, context) {
      const own = await createRequestCall(deps, context).tasks.find(id);
      await own?.cancel();
    },
  };
}

/**
 * Builds the answer to a task's question that the user dismissed, because the task would otherwise wait
 * forever.
 */
function buildDismissalAnswer(task: Task, how: string): TaskAnswer {
  if (task.parked) return { message: { role: 'user', content: 'cancel' } };
  const reason = `The user ${how}.`;
  const callIds = listRequestedApprovals(task);
  if (callIds.length === 0) return { message: { role: 'user', content: reason } };
  return { approvals: callIds.map((callId) => ({ callId, approved: false, reason })) };
}
