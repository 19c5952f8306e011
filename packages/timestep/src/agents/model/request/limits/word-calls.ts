import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider';

/** Converts tool calls and their results to text, for requests that must not contain tool calls. */
export function convertCallsToText(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map(convertMessageToText);
}

function convertMessageToText(message: LanguageModelV4Message): LanguageModelV4Message {
  switch (message.role) {
    case 'tool':
      return { role: 'user', content: message.content.flatMap(resultToTextParts) };
    case 'assistant':
      return { ...message, content: message.content.map(callToTextPart) };
    case 'system':
    case 'user':
      return message;
  }
}

type PartOf<Role> = Extract<LanguageModelV4Message, { role: Role }>['content'][number];
type AssistantPart = Exclude<PartOf<'assistant'>, string>;
type ToolPart = Exclude<PartOf<'tool'>, string>;

function callToTextPart(part: AssistantPart): AssistantPart {
  if (part.type !== 'tool-call') return part;
  const { toolName, toolCallId, input } = part;
  const text = `(call ${toolCallId} of ${toolName}: ${JSON.stringify(input).toWellFormed()})`;
  return { type: 'text', text };
}

function resultToTextParts(part: ToolPart): LanguageModelV4TextPart[] {
  if (part.type !== 'tool-result') return [];
  const { output, toolCallId, toolName } = part;
  const value = 'value' in output ? output.value : '';
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return [{ type: 'text', text: `Result of the call ${toolCallId} of ${toolName}:\n${shown}` }];
}
