import type { AssistantMessage } from '../message/message.ts';
import type { ReplySettings, ToolChoice } from './reply-settings.ts';
import type { Task } from './task.ts';

/** Returns the replies since the last message or tool result of the caller, newest first. */
export function listRepliesSinceLastInput(task: Task): readonly AssistantMessage[] {
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

/**
 * Minimum token limit of a reply: providers accept no smaller one, and a shorter reply is useless.
 */
const MIN_OUTPUT_TOKENS = 16;

/**
 * Returns the reply settings for the next model call of the task. A token limit of 0 means that the budget is
 * used up and no reply may follow. Only the first reply can be forced to call tools.
 */
export function getNextReplySettings(task: Task): ReplySettings | undefined {
  const { settings } = task.origin;
  if (settings === undefined) return undefined;
  const { tool_choice, max_output_tokens, max_tool_calls: _heeded, ...rest } = settings;
  const replies = listRepliesSinceLastInput(task);
  const tokens = replies.reduce((sum, { usage }) => sum + (usage?.completion_tokens ?? 0), 0);
  const left = (max_output_tokens ?? 0) - tokens;
  return {
    ...rest,
    ...(tool_choice !== undefined && {
      tool_choice: replies.length === 0 ? tool_choice : withoutForcedCall(tool_choice),
    }),
    ...(max_output_tokens !== undefined && {
      max_output_tokens: replies.length > 0 && left < MIN_OUTPUT_TOKENS ? 0 : left,
    }),
  };
}

function withoutForcedCall(choice: ToolChoice): ToolChoice {
  if (typeof choice === 'string') return choice === 'required' ? 'auto' : choice;
  if (choice.type === 'function') return 'auto';
  return choice.mode === 'required' ? { ...choice, mode: 'auto' } : choice;
}
