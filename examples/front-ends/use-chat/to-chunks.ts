import type { AGUIEvent, Interrupt } from '@ag-ui/client';
import type { UIMessageChunk } from 'ai';

/** Converts an event of AG-UI to the chunks by which `useChat` shows it. Ids of messages are kept for the next request. */
export function toChunks(event: AGUIEvent, started: Map<string, StartedCall>): UIMessageChunk[] {
  switch (event.type) {
    case 'RUN_STARTED':
      return [{ type: 'start' }];
    case 'STEP_STARTED':
      return [{ type: 'start-step' }];
    case 'STEP_FINISHED':
      return [{ type: 'finish-step' }];
    case 'TEXT_MESSAGE_START':
      return [{ type: 'text-start', id: event.messageId, ...keepId(event.messageId) }];
    case 'TEXT_MESSAGE_CONTENT':
      return [{ type: 'text-delta', id: event.messageId, delta: event.delta }];
    case 'TEXT_MESSAGE_END':
      return [{ type: 'text-end', id: event.messageId }];
    case 'REASONING_MESSAGE_START':
      return [{ type: 'reasoning-start', id: event.messageId }];
    case 'REASONING_MESSAGE_CONTENT':
      return [{ type: 'reasoning-delta', id: event.messageId, delta: event.delta }];
    case 'REASONING_MESSAGE_END':
      return [{ type: 'reasoning-end', id: event.messageId }];
    case 'TOOL_CALL_START': {
      const { toolCallId, toolCallName: toolName, parentMessageId = '' } = event;
      started.set(toolCallId, { toolName, parentMessageId, text: '' });
      return [{ type: 'tool-input-start', toolCallId, toolName, dynamic: true }];
    }
    case 'TOOL_CALL_ARGS': {
      const { toolCallId, delta } = event;
      const call = started.get(toolCallId);
      if (call) call.text += delta;
      return [{ type: 'tool-input-delta', toolCallId, inputTextDelta: delta }];
    }
    case 'TOOL_CALL_END': {
      const { toolCallId } = event;
      const { toolName = '', parentMessageId = '', text = '' } = started.get(toolCallId) ?? {};
      const input: unknown = JSON.parse(text || '{}');
      const call = { toolCallId, toolName, input, dynamic: true, ...keepId(parentMessageId) };
      return [{ type: 'tool-input-available', ...call }];
    }
    case 'TOOL_CALL_RESULT': {
      const { toolCallId, content } = event;
      const output = typeof content === 'string' ? content : JSON.stringify(content);
      return [{ type: 'tool-output-available', toolCallId, output, dynamic: true }];
    }
    case 'RUN_FINISHED': {
      const { outcome } = event;
      const asked = outcome?.type === 'interrupt' ? outcome.interrupts.flatMap(toQuestion) : [];
      return [...asked, { type: 'finish' }];
    }
    case 'RUN_ERROR':
      return [{ type: 'error', errorText: event.message }];
    default:
      return [];
  }
}

/** A tool call whose arguments are still being received. */
export interface StartedCall {
  readonly toolName: string;
  readonly parentMessageId: string;
  text: string;
}

/** An approval is asked for at the call; any other question is a text that the next message answers. */
function toQuestion({ id, reason, toolCallId, message = '' }: Interrupt): UIMessageChunk[] {
  if (reason === 'tool_call' && toolCallId !== undefined) {
    return [{ type: 'tool-approval-request', approvalId: id, toolCallId, reason: message }];
  }
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: message },
    { type: 'text-end', id },
  ];
}

function keepId(messageId: string): { readonly providerMetadata: { agui: { messageId: string } } } {
  return { providerMetadata: { agui: { messageId } } };
}
