import {
  TimestepError,
  isJsonObject,
  MAX_VALUE_DEPTH,
  repairJson,
  toAssistantMessage,
  type AssistantMessage,
  type ToolCall,
} from '#core';

class AgentReplyError extends TimestepError {}

/** Checks and repairs an agent's reply. Every call gets a unique id, because some models repeat ids. */
export function normalizeReply(given: unknown, step: number): AssistantMessage {
  const reply = repairJson(given, MAX_VALUE_DEPTH);
  if (typeof reply === 'string') return toAssistantMessage(reply);
  if (!isJsonObject(reply) || reply['role'] !== 'assistant') {
    throw new AgentReplyError(
      'agent_returned_non_assistant_message',
      'the agent returned neither a string nor a message with role "assistant"',
    );
  }
  const whole = reply as unknown as AssistantMessage;
  const message = whole.content === null ? { ...whole, content: '' } : whole;
  const calls = message.tool_calls;
  if (!calls || calls.length === 0) return message;
  if (calls.length === 1 && calls[0]?.id) return message;
  const seen = new Set<string>();
  const distinct = calls.map((call, index): ToolCall => {
    const id = call.id && !seen.has(call.id) ? call.id : `call_${step}_${index + 1}`;
    seen.add(id);
    return id === call.id ? call : { ...call, id };
  });
  return { ...message, tool_calls: distinct };
}
