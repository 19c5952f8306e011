import {
  estimateTokens,
  type AssistantMessage,
  type Message,
  type ToolSchema,
  type Usage,
} from '#core';

export function estimateUsage(
  messages: readonly Message[],
  tools: readonly ToolSchema[],
  reply: AssistantMessage,
): Usage {
  const prompt_tokens = estimateTokens(messages, tools);
  const completion_tokens = estimateTokens([reply]);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
