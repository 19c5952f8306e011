import { textOf, type Message, type ToolSchema } from './message.ts';

const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 3;

/**
 * How many tokens a model reads, estimated from nothing but the texts: a token for every four
 * characters and three for every message. Near what real models count for English, and the same on
 * every machine.
 */
export function estimateTokens(
  messages: readonly Message[],
  tools: readonly ToolSchema[] = [],
): number {
  const toolCharacters = tools.reduce((sum, tool) => sum + JSON.stringify(tool.function).length, 0);
  return messages.reduce((sum, message) => sum + tokensOf(message), tokens(toolCharacters));
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
