import type { TaskSubmitted } from '../events/event.ts';
import type { Failure } from './task-state.ts';
import type { RefusedCall } from './call-judgment.ts';
import type { AssistantMessage } from '../message/message.ts';
import { parseArguments } from '../message/tool-arguments.ts';
import { isToolAllowed } from './reply-settings.ts';
import { listRepliesSinceLastInput } from './next-reply-settings.ts';
import type { Task } from './task.ts';

type ToolRules = Pick<TaskSubmitted, 'toolsAllowed' | 'clientTools' | 'settings'>;

/** Returns whether the model may call a tool of the agent or of the caller. */
export function canCallTool(
  { toolsAllowed, clientTools, settings }: ToolRules,
  name: string,
): boolean {
  if (!isToolAllowed(settings?.tool_choice, name)) return false;
  return toolsAllowed === undefined || toolsAllowed.includes(name) || hasTool(clientTools, name);
}

/**
 * Finds calls to refuse: calls of forbidden tools, calls of the agent's tools beyond
 * `max_tool_calls`, and calls whose arguments are incomplete because the reply was cut.
 */
export function findRefusedCalls(task: Task, reply: AssistantMessage): readonly RefusedCall[] {
  const { tool_calls = [] } = reply;
  const { origin } = task;
  const most = origin.settings?.max_tool_calls;
  let left =
    most === undefined || tool_calls.length === 0
      ? Number.POSITIVE_INFINITY
      : most - countCallsSinceLastInput(task);
  const refused: RefusedCall[] = [];
  for (const { id: callId, function: called } of tool_calls) {
    const { name } = called;
    if (!canCallTool(origin, name))
      refused.push({ callId, error: createForbiddenToolFailure(name) });
    else if (reply.finish_reason === 'length' && !parseArguments(called.arguments))
      refused.push({ callId, error: CUT_CALL });
    else if (!hasTool(origin.clientTools, name) && (left -= 1) < 0) {
      refused.push({ callId, error: createCallLimitFailure(most) });
    }
  }
  return refused;
}

function countCallsSinceLastInput(task: Task): number {
  const asked = listRepliesSinceLastInput(task).flatMap(({ tool_calls = [] }) => tool_calls);
  return asked.filter((call) => canCallTool(task.origin, call.function.name)).length;
}

function hasTool(tools: ToolRules['clientTools'], name: string): boolean {
  return tools.some((tool) => tool.function.name === name);
}

/** Code of the refusal of a call whose arguments were cut. Clients have already received the streamed part. */
export const CUT_CALL_CODE = 'call_cut';

const CUT_CALL: Failure = {
  code: CUT_CALL_CODE,
  message:
    'the call was not made, because its arguments were cut at the limit of output tokens: call the tool with shorter arguments, or several times with parts of them',
};

function createForbiddenToolFailure(name: string): Failure {
  const message = `${name} is not among the tools allowed for this task`;
  return { code: `forbidden_tool:${name}`, message };
}

function createCallLimitFailure(maxCalls = 0): Failure {
  const message = `the call was not made because the maximum number of the agent's tool calls is ${maxCalls}; answer without them`;
  return { code: 'max_tool_calls', message };
}
