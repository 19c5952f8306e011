import type { AssistantMessage } from './message.ts';
import type { Task } from './task.ts';

/**
 * What was replied since the caller last spoke, newest first. A reply that asked for a tool of the
 * caller's ended a request: what follows it belongs to the next one.
 */
export function repliesToRequest(task: Task): readonly AssistantMessage[] {
  const { clientTools } = task.origin;
  const callers = new Set(clientTools.map((tool) => tool.function.name));
  const replies: AssistantMessage[] = [];
  let link = task.entries;
  while (link !== undefined) {
    const { message } = link.last;
    if (message.role === 'user') break;
    if (message.role === 'assistant') {
      if (message.tool_calls?.some((call) => callers.has(call.function.name))) break;
      replies.push(message);
    }
    link = link.before;
  }
  return replies;
}
