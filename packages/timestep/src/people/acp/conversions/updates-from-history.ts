import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { historyToMessages, parseArguments, type Message, type TaskSubmitted } from '#core';
import { messageToBlocks, createTextBlock } from './blocks-from-message.ts';
import { createCompletedUpdate } from './tool-call.ts';
import { guessToolKind } from './tool-kind.ts';

/** Converts the transcript that a session started with, from a forked turn or from a client. */
export function historyToUpdates({ taskId, history }: TaskSubmitted): SessionUpdate[] {
  return historyToMessages(history).flatMap((message, index) =>
    messageToUpdates(message, `${taskId}/history/${index}`, taskId),
  );
}

function messageToUpdates(message: Message, messageId: string, taskId: string): SessionUpdate[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return messageToBlocks(message).map((content) => {
        return { sessionUpdate: 'user_message_chunk', messageId, content };
      });
    case 'assistant': {
      const { content, tool_calls = [] } = message;
      const sessionUpdate = 'agent_message_chunk';
      const said: SessionUpdate[] =
        content === null || content === ''
          ? []
          : [{ sessionUpdate, messageId, content: createTextBlock(content) }];
      const calls = tool_calls.map(
        ({ id, function: { name, arguments: written } }): SessionUpdate => {
          return {
            sessionUpdate: 'tool_call',
            toolCallId: createHistoryCallId(taskId, id),
            title: name,
            name,
            kind: guessToolKind(name),
            status: 'pending',
            rawInput: parseArguments(written) ?? written,
          };
        },
      );
      return [...said, ...calls];
    }
    case 'tool': {
      const toolCallId = createHistoryCallId(taskId, message.tool_call_id);
      return [
        {
          sessionUpdate: 'tool_call_update',
          toolCallId,
          ...createCompletedUpdate(message.content),
        },
      ];
    }
  }
}

function createHistoryCallId(taskId: string, callId: string): string {
  return `${taskId}/history/${callId}`;
}
