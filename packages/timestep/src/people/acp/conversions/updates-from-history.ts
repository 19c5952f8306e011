import type { SessionUpdate } from '@agentclientprotocol/sdk';
import {
  historyToMessages,
  parseArguments,
  type Message,
  type TaskSubmitted,
  type UserMessage,
} from '#core';
import { messageToBlocks, createTextBlock } from './blocks-from-message.ts';
import { createCompletedUpdate } from './tool-call.ts';
import { guessToolKind } from './tool-kind.ts';

/**
 * Converts the messages before a session's first turn (of a forked or imported session) to ACP
 * updates.
 */
export function historyToUpdates({ taskId, history }: TaskSubmitted): SessionUpdate[] {
  return historyToMessages(history).flatMap((message, index) =>
    messageToUpdates(message, `${taskId}/history/${index}`, taskId),
  );
}

function messageToUpdates(message: Message, messageId: string, taskId: string): SessionUpdate[] {
  const createCallId = (callId: string): string => `${taskId}/history/${callId}`;
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return userMessageToUpdates(message, messageId);
    case 'assistant': {
      const { content, tool_calls = [] } = message;
      const calls = tool_calls.map(
        ({ id, function: { name, arguments: written } }): SessionUpdate => ({
          sessionUpdate: 'tool_call',
          toolCallId: createCallId(id),
          title: name,
          name,
          kind: guessToolKind(name),
          status: 'pending',
          rawInput: parseArguments(written) ?? written,
        }),
      );
      return [...(content ? [createAgentMessageChunk(content, messageId)] : []), ...calls];
    }
    case 'tool': {
      const toolCallId = createCallId(message.tool_call_id);
      const result = createCompletedUpdate(message.content);
      return [{ sessionUpdate: 'tool_call_update', toolCallId, ...result }];
    }
  }
}

export function userMessageToUpdates(message: UserMessage, messageId: string): SessionUpdate[] {
  const sessionUpdate = 'user_message_chunk';
  return messageToBlocks(message).map((content) => ({ sessionUpdate, messageId, content }));
}

export function createAgentMessageChunk(text: string, messageId: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: createTextBlock(text) };
}
