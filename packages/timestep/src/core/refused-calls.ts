import type { Failure, TaskSubmitted } from './event.ts';
import type { AssistantMessage } from './message.ts';
import { isOffered } from './reply-settings.ts';
import { repliesToRequest } from './request-replies.ts';
import type { Task } from './task.ts';

/** A refused call of a reply, which neither the client nor the runner makes. */
export interface RefusedCall {
  readonly callId: string;
  readonly error: Failure;
}

type Rules = Pick<TaskSubmitted, 'toolsAllowed' | 'clientTools' | 'settings'>;

/** Whether the model may call a tool of that name in a task: one of the agent's, or of its caller's. */
export function mayCall({ toolsAllowed, clientTools, settings }: Rules, name: string): boolean {
  if (!isOffered(settings?.tool_choice, name)) return false;
  return toolsAllowed === undefined || toolsAllowed.includes(name) || has(clientTools, name);
}

/**
 * Which calls of a task's newest reply are refused: of tools that the model may not call, and of the
 * agent's own tools once `max_tool_calls` of them were asked for since the caller last spoke.
 */
export function refusedCalls(task: Task, reply: AssistantMessage): readonly RefusedCall[] {
  const { tool_calls = [] } = reply;
  const { origin } = task;
  const most = origin.settings?.max_tool_calls;
  let left =
    most === undefined || tool_calls.length === 0
      ? Number.POSITIVE_INFINITY
      : most - callsCounted(task);
  const refused: RefusedCall[] = [];
  for (const { id: callId, function: called } of tool_calls) {
    const { name } = called;
    if (!mayCall(origin, name)) refused.push({ callId, error: forbidden(name) });
    else if (!has(origin.clientTools, name) && (left -= 1) < 0) {
      refused.push({ callId, error: usedUp(most) });
    }
  }
  return refused;
}

function callsCounted(task: Task): number {
  const asked = repliesToRequest(task).flatMap(({ tool_calls = [] }) => tool_calls);
  return asked.filter((call) => mayCall(task.origin, call.function.name)).length;
}

function has(tools: Rules['clientTools'], name: string): boolean {
  return tools.some((tool) => tool.function.name === name);
}

function forbidden(name: string): Failure {
  const message = `${name} is not among the tools allowed for this task`;
  return { code: `forbidden_tool:${name}`, message };
}

function usedUp(most = 0): Failure {
  const message = `the call was not made: no more calls of the agent's tools are allowed than ${most}; answer without them`;
  return { code: 'max_tool_calls', message };
}
