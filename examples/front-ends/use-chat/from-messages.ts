import type { Message, ResumeEntry } from '@ag-ui/client';
import type { DynamicToolUIPart, UIMessage } from 'ai';

type Part = UIMessage['parts'][number];

/** Converts the messages of `useChat` to the conversation that a run of AG-UI takes. */
export function toRunMessages(messages: readonly UIMessage[]): Message[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? [{ id: message.id, role: 'user' as const, content: joinText(message.parts) }]
      : splitSteps(message.parts).flatMap((step) => stepToMessages(step, message.id)),
  );
}

/** Returns the answers to approvals in the last message; there are none if a user wrote it. */
export function toResume(messages: readonly UIMessage[]): ResumeEntry[] {
  const calls = messages.at(-1)?.parts.filter(isToolPart) ?? [];
  return calls.flatMap(({ state, approval }) => {
    if (state !== 'approval-responded' || !approval) return [];
    const { id: interruptId, approved, reason } = approval;
    return [{ interruptId, status: 'resolved' as const, payload: { approved, reason } }];
  });
}

function splitSteps(parts: readonly Part[]): Part[][] {
  const steps: Part[][] = [];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    else (steps.at(-1) ?? steps[steps.push([]) - 1])?.push(part);
  }
  return steps.filter((step) => step.length > 0);
}

/** A step is a reply of the model, with the results of its calls. */
function stepToMessages(parts: readonly Part[], fallbackId: string): Message[] {
  const calls = parts.filter(isToolPart);
  const content = joinText(parts);
  const toolCalls = calls.map(({ toolCallId: id, toolName: name, input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(input ?? {}) },
  }));
  const results = calls.flatMap(({ toolCallId, state, output }) =>
    state === 'output-available'
      ? [{ id: `${toolCallId}-result`, role: 'tool' as const, toolCallId, content: String(output) }]
      : [],
  );
  const id = parts.map(readId).find((known) => known !== undefined) ?? fallbackId;
  const reply = { id, role: 'assistant' as const, content };
  return [toolCalls.length > 0 ? { ...reply, toolCalls } : reply, ...results];
}

/** Returns the id that a message had when it was received. */
function readId(part: Part): string | undefined {
  const kept = isToolPart(part)
    ? part.callProviderMetadata
    : part.type === 'text'
      ? part.providerMetadata
      : undefined;
  const id = kept?.['agui']?.['messageId'];
  return typeof id === 'string' ? id : undefined;
}

function isToolPart(part: Part): part is DynamicToolUIPart {
  return part.type === 'dynamic-tool';
}

function joinText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
