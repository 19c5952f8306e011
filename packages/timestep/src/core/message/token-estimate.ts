import { getText, type Message, type ToolSchema } from './message.ts';

/** Number of characters that the estimates count as one token. */
export const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 3;

/** Estimates tokens: one per four characters, and three per message. The result is the same on every machine. */
export function estimateTokens(
  messages: readonly Message[],
  tools: readonly ToolSchema[] = [],
): number {
  const toolCharacters = tools.reduce((sum, tool) => sum + JSON.stringify(tool.function).length, 0);
  return messages.reduce(
    (sum, message) => sum + estimateMessageTokens(message),
    charactersToTokens(toolCharacters),
  );
}

function estimateMessageTokens(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const characters = calls.reduce(
    (sum, call) => sum + call.function.name.length + call.function.arguments.length,
    getText(message).length,
  );
  return charactersToTokens(characters) + TOKENS_PER_MESSAGE;
}

function charactersToTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
