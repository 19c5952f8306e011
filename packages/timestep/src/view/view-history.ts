import { indexToolCalls, textOf, type Message, type ToolCallRecord } from '../core/index.ts';
import { withFiles } from './view-files.ts';
import type { CallItem, ViewItem } from './view-item.ts';

const NO_RESULT = { result_raw: null, error: null };

/** How far a transcript has been gone through: calls whose result is still to come, by their ids. */
interface Walk {
  readonly taskId: string;
  readonly calls: Iterator<ToolCallRecord, undefined>;
  readonly open: Map<string, number>;
}

/** The items of a transcript that a conversation began with, which no turn of it made. */
export function itemsFromHistory(taskId: string, history: readonly Message[]): readonly ViewItem[] {
  const walk: Walk = { taskId, calls: indexToolCalls(history).values(), open: new Map() };
  return history.flatMap((message, index) =>
    itemsOfMessage(walk, message, `${taskId}/history/${index}`),
  );
}

function itemsOfMessage(walk: Walk, message: Message, id: string): readonly ViewItem[] {
  const { taskId, open } = walk;
  switch (message.role) {
    case 'system':
      return [];
    case 'tool': {
      const waiting = open.get(message.tool_call_id) ?? 0;
      if (waiting > 0) {
        open.set(message.tool_call_id, waiting - 1);
        return [];
      }
      const text = `A result of no call: ${textOf(message)}`;
      return [{ kind: 'notice', id, taskId, about: 'failure', text }];
    }
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
        open.set(call.id, (open.get(call.id) ?? 0) + 1);
        const { result_raw: result, error } = walk.calls.next().value ?? NO_RESULT;
        return {
          kind: 'call',
          id: `${id}/call/${at}`,
          taskId,
          callId: call.id,
          name: call.function.name,
          arguments: call.function.arguments,
          state: result === null ? 'stopped' : error === null ? 'done' : 'failed',
          attempt: 0,
          ...(result !== null && { result }),
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
