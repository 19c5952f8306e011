import { describe, expect, it } from 'vitest';
import {
  append,
  type CallState,
  type Chain,
  type Entry,
  type Message,
  type Task,
} from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import { conversationAt } from './conversation.ts';

function call(id: string) {
  return { id, type: 'function', function: { name: 'f', arguments: '{}' } } as const;
}

const INSTRUCTION: Message = { role: 'system', content: 'be brief' };
const USER: Message = { role: 'user', content: 'go' };
const ASKS: Message = { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] };
const NOT_EXECUTED: Message = {
  role: 'tool',
  tool_call_id: 'b',
  content: '{"error":"not_executed"}',
};

function told(id: string, content: string): Message {
  return { role: 'tool', tool_call_id: id, content };
}

function taskWith(messages: readonly Message[], calls: readonly Partial<CallState>[] = []): Task {
  let entries: Chain<Entry> | undefined;
  for (const message of messages) entries = append(entries, { message, messageId: 'm', at: 0 });
  return { entries, calls } as unknown as Task;
}

/** A response that ended after so many messages and left calls to its caller. */
function ended(transcriptLength: number, instructed: boolean, ...left: readonly string[]) {
  const output = left.map((call_id) => ({ type: 'function_call', call_id }));
  return { transcriptLength, instructed, response: { output } } as unknown as ResponseRecord;
}

describe('conversationAt', () => {
  it('is the transcript up to the end of the response, without instructions', () => {
    const said: Message = { role: 'assistant', content: 'done' };
    const task = taskWith([INSTRUCTION, USER, said, { role: 'user', content: 'later' }]);
    expect(conversationAt(ended(3, true), task)).toEqual({ messages: [USER, said], open: [] });
    expect(conversationAt(ended(2, false), task).messages).toEqual([INSTRUCTION, USER]);
  });

  it('leaves open what the caller was asked to do, and closes the rest', () => {
    const waiting = taskWith([USER, ASKS], [{ call: call('b'), content: 'found' }]);
    expect(conversationAt(ended(2, false, 'a'), waiting)).toEqual({
      messages: [USER, ASKS, told('b', 'found')],
      open: [call('a')],
    });
  });

  it('takes results from where the task has gone since', () => {
    const gone = taskWith([USER, ASKS, told('a', '1'), told('b', 'found'), USER]);
    expect(conversationAt(ended(2, false, 'a'), gone)).toEqual({
      messages: [USER, ASKS, told('b', 'found')],
      open: [call('a')],
    });
  });

  it('says of calls that were broken off that they were', () => {
    const canceled = taskWith(
      [USER, ASKS],
      [{ call: call('a'), content: '1' }, { call: call('b') }],
    );
    expect(conversationAt(ended(2, false), canceled)).toEqual({
      messages: [USER, ASKS, told('a', '1'), NOT_EXECUTED],
      open: [],
    });
  });
});
