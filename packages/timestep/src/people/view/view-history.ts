import { pairToolCallsWithResults, getText, type Message, type ToolCallRecord } from '#core';
import { createCallItem } from './view-calls.ts';
import { createUserItem } from './view-files.ts';
import type { CallItem, ViewItem } from './view-item.ts';

const NO_RESULT = { result_raw: null, error: null };

/** Progress through a transcript. `open` counts the calls without a result, by call id. */
interface TranscriptCursor {
  readonly taskId: string;
  readonly calls: Iterator<ToolCallRecord, undefined>;
  readonly open: Map<string, number>;
}

/** Converts the transcript that a conversation started with, before its first turn. */
export function historyToItems(taskId: string, history: readonly Message[]): readonly ViewItem[] {
  const walk: TranscriptCursor = {
    taskId,
    calls: pairToolCallsWithResults(history).values(),
    open: new Map(),
  };
  return history.flatMap((message, index) =>
    messageToItems(walk, message, `${taskId}/history/${index}`),
  );
}

function messageToItems(walk: TranscriptCursor, message: Message, id: string): readonly ViewItem[] {
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
      const text = `A tool result without a call: ${getText(message)}`;
      return [{ kind: 'notice', id, taskId, about: 'failure', text }];
    }
    case 'user':
      return [createUserItem(id, taskId, message)];
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map((call, at): CallItem => {
        open.set(call.id, (open.get(call.id) ?? 0) + 1);
        const { result_raw: result, error } = walk.calls.next().value ?? NO_RESULT;
        return {
          ...createCallItem(`${id}/call/${at}`, taskId, call),
          state: result === null ? 'stopped' : error === null ? 'done' : 'failed',
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
