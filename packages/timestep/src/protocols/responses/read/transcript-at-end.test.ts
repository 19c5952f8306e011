import { describe, expect, it } from 'vitest';
import {
  append,
  historyToChain,
  historyToMessages,
  type CallState,
  type Chain,
  type Entry,
  type Message,
  type Task,
} from '#core';
import type { ResponseRecord } from '../records/response-record.ts';
import { getTranscriptAtEnd } from './transcript-at-end.ts';

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

/** A task that goes on from the first of the messages. */
function taskWith(messages: readonly Message[], calls: readonly Partial<CallState>[] = []): Task {
  let entries: Chain<Entry> | undefined;
  const [first, ...own] = messages;
  for (const message of own) entries = append(entries, { message, messageId: 'm', at: 0 });
  return { origin: { history: first ? [first] : [] }, entries, calls } as unknown as Task;
}

function conversationIn(record: ResponseRecord, task: Task) {
  const { messages, open } = getTranscriptAtEnd(record, task);
  return { messages: historyToMessages(messages), open };
}

/** A response that ended after so many messages and left calls to its caller. */
function ended(transcriptLength: number, instructed: boolean, ...left: readonly string[]) {
  const output = left.map((call_id) => ({ type: 'function_call', call_id }));
  return { transcriptLength, instructed, response: { output } } as unknown as ResponseRecord;
}

describe('getTranscriptAtEnd', () => {
  it('is the transcript up to the end of the response, without instructions', () => {
    const said: Message = { role: 'assistant', content: 'done' };
    const task = taskWith([INSTRUCTION, USER, said, { role: 'user', content: 'later' }]);
    expect(conversationIn(ended(3, true), task)).toEqual({ messages: [USER, said], open: [] });
    expect(conversationIn(ended(2, false), task).messages).toEqual([INSTRUCTION, USER]);
  });

  it('shares what its task continues, and does not go past the end of the response', () => {
    const history = historyToChain([USER, { role: 'assistant', content: 'one' }]) ?? [];
    const entries = append<Entry>(undefined, { message: USER, messageId: 'm', at: 0 });
    const task = { origin: { history }, entries, calls: [] } as unknown as Task;
    const first = getTranscriptAtEnd(ended(2, false), task);
    const second = getTranscriptAtEnd(ended(3, false), task);
    expect(first.messages).toBe(history);
    expect(historyToChain(second.messages)?.before).toBe(history);
  });

  it('leaves open what the caller was asked to do, and closes the rest', () => {
    const waiting = taskWith([USER, ASKS], [{ call: call('b'), content: 'found' }]);
    expect(conversationIn(ended(2, false, 'a'), waiting)).toEqual({
      messages: [USER, ASKS, told('b', 'found')],
      open: [call('a')],
    });
  });

  it('takes results from where the task has gone since', () => {
    const gone = taskWith([USER, ASKS, told('a', '1'), told('b', 'found'), USER]);
    expect(conversationIn(ended(2, false, 'a'), gone)).toEqual({
      messages: [USER, ASKS, told('b', 'found')],
      open: [call('a')],
    });
  });

  it('says of calls that were broken off that they were', () => {
    const canceled = taskWith(
      [USER, ASKS],
      [{ call: call('a'), content: '1' }, { call: call('b') }],
    );
    expect(conversationIn(ended(2, false), canceled)).toEqual({
      messages: [USER, ASKS, told('a', '1'), NOT_EXECUTED],
      open: [],
    });
  });
});
