import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { messagesOf, readArguments, type Message, type TaskSubmitted } from '../core/index.ts';
import { blocksFromMessage, textBlock } from './blocks-from-message.ts';
import { returnedCall } from './tool-call.ts';
import { toolKindOf } from './tool-kind.ts';

/** The transcript that a session began with: that of the turn it was forked after, or a client's own. */
export function updatesFromHistory({ taskId, history }: TaskSubmitted): SessionUpdate[] {
  return messagesOf(history).flatMap((message, index) =>
    updatesOf(message, `${taskId}/history/${index}`, taskId),
  );
}

function updatesOf(message: Message, messageId: string, taskId: string): SessionUpdate[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return blocksFromMessage(message).map((content) => {
        return { sessionUpdate: 'user_message_chunk', messageId, content };
      });
    case 'assistant': {
      const { content, tool_calls = [] } = message;
      const sessionUpdate = 'agent_message_chunk';
      const said: SessionUpdate[] =
        content === null || content === ''
          ? []
          : [{ sessionUpdate, messageId, content: textBlock(content) }];
      const calls = tool_calls.map(
        ({ id, function: { name, arguments: written } }): SessionUpdate => {
          return {
            sessionUpdate: 'tool_call',
            toolCallId: historyCallId(taskId, id),
            title: name,
            name,
            kind: toolKindOf(name),
            status: 'pending',
            rawInput: readArguments(written) ?? written,
          };
        },
      );
      return [...said, ...calls];
    }
    case 'tool': {
      const toolCallId = historyCallId(taskId, message.tool_call_id);
      return [{ sessionUpdate: 'tool_call_update', toolCallId, ...returnedCall(message.content) }];
    }
  }
}

function historyCallId(taskId: string, callId: string): string {
  return `${taskId}/history/${callId}`;
}
