import { textOf, type Message } from '../core/index.ts';
import { withFiles } from './view-files.ts';
import type { CallItem, ViewItem } from './view-item.ts';

/** The items of a transcript that a conversation began with, which no turn of it made. */
export function itemsFromHistory(taskId: string, history: readonly Message[]): readonly ViewItem[] {
  const results = new Map<string, string[]>();
  for (const message of history) {
    if (message.role !== 'tool') continue;
    const { tool_call_id: id, content } = message;
    results.set(id, [...(results.get(id) ?? []), content]);
  }
  return history.flatMap((message, index) => itemsOfMessage(taskId, message, index, results));
}

function itemsOfMessage(
  taskId: string,
  message: Message,
  index: number,
  results: ReadonlyMap<string, string[]>,
): readonly ViewItem[] {
  const id = `${taskId}/history/${index}`;
  switch (message.role) {
    case 'system':
    case 'tool':
      return [];
    case 'user':
      return [
        {
          kind: 'user',
          id,
          taskId,
          text: textOf(message),
          ...withFiles(message.content),
          isSteering: false,
        },
      ];
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map((call, at): CallItem => {
        // Some models give one id to several calls, whose results come in the same order.
        const result = results.get(call.id)?.shift();
        return {
          kind: 'call',
          id: `${id}/call/${at}`,
          taskId,
          callId: call.id,
          name: call.function.name,
          arguments: call.function.arguments,
          state: result === undefined ? 'stopped' : 'done',
          attempt: 0,
          ...(result !== undefined && { result }),
        };
      });
      const text = message.content ?? '';
      if (text === '') return calls;
      return [
        { kind: 'assistant', id, taskId, step: 0, attempt: 0, text, state: 'done' },
        ...calls,
      ];
    }
  }
}
