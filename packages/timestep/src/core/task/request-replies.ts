import type { AssistantMessage } from '../message/message.ts';
import type { Task } from './task.ts';

/** Returns the replies since the last message or tool result of the caller, newest first. */
export function listRequestReplies(task: Task): readonly AssistantMessage[] {
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
