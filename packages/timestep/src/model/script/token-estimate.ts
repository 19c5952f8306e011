import type { AssistantMessage, Message, ToolSchema, Usage } from '../../core/index.ts';
import { textOf } from '../../core/index.ts';

const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 3;

/**
 * Token counts that depend on nothing but the texts: a token for every four characters and three
 * for every message. Near what real models count for English, and the same on every machine.
 */
export function estimateUsage(
  messages: readonly Message[],
  tools: readonly ToolSchema[],
  reply: AssistantMessage,
): Usage {
  const toolCharacters = tools.reduce((sum, tool) => sum + JSON.stringify(tool.function).length, 0);
  const prompt_tokens = messages.reduce(
    (sum, message) => sum + tokensOf(message),
    tokens(toolCharacters),
  );
  const completion_tokens = tokensOf(reply);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function tokensOf(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const characters = calls.reduce(
    (sum, call) => sum + call.function.name.length + call.function.arguments.length,
    textOf(message).length,
  );
  return tokens(characters) + TOKENS_PER_MESSAGE;
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
