import type { AssistantMessage, Message, ToolMessage } from '@timestep-ai/timestep/core';
import { expect, it } from 'vitest';
import { createCallMessage } from './messages/call-message.ts';
import { createReplyId, toUserMessage, TRIGGER } from './messages/inbound.ts';
import {
  createContent,
  readConversation,
  nextInitiatorMove,
  SEND_MESSAGE,
  createStartMessage,
} from './initiator.ts';
import {
  EXECUTE_ORDER_66,
  findJustAnswered,
  nextResponderMove,
  listReplies,
  SEND_REPLY,
} from './responder.ts';

const replyTo = 'http://a/a2a/message/send';

function heard(messageId: string, content = 'Hello'): Message {
  return toUserMessage({ messageId, replyTo, content });
}

/** A transcript with a call and what came of it at its end. */
function after(
  messages: readonly Message[],
  name: string,
  args: object,
  result: object,
): Message[] {
  const call: AssistantMessage = createCallMessage(messages, name, { ...args });
  const tool_call_id = call.tool_calls?.[0]?.id ?? '';
  const done: ToolMessage = { role: 'tool', tool_call_id, content: JSON.stringify(result) };
  return [...messages, call, done];
}

function sent(messages: readonly Message[], messageId: string): Message[] {
  return after(messages, SEND_MESSAGE, { message_id: messageId }, { status: 'received' });
}

function replied(messages: readonly Message[], messageId: string): Message[] {
  const args = { message_id: messageId, content: `to ${messageId}` };
  return after(messages, SEND_REPLY, args, { status: 'received' });
}

it('agent A sends the next message only when the one before is answered', () => {
  const begun = [createStartMessage(2)];
  expect(nextInitiatorMove(begun)).toEqual({
    do: 'send',
    messageId: 'm1',
    content: createContent(1, 2),
  });
  const first = sent(begun, 'm1');
  expect(nextInitiatorMove(first)).toEqual({ do: 'wait' });
  expect(nextInitiatorMove([...first, heard('r-other')])).toEqual({ do: 'wait' });
  const answered = [...first, heard('r-m1')];
  expect(nextInitiatorMove(answered)).toMatchObject({ do: 'send', messageId: 'm2' });
  const second = sent(answered, 'm2');
  expect(nextInitiatorMove(second)).toEqual({ do: 'wait' });
  expect(nextInitiatorMove([...second, heard('r-m2')])).toEqual({ do: 'finish', turns: 2 });
});

it('agent A waits for a beginning, and gives up where a message is refused', () => {
  expect(nextInitiatorMove([heard('r-m9')])).toEqual({ do: 'wait' });
  const refused = after(
    [createStartMessage(1)],
    SEND_MESSAGE,
    { message_id: 'm1' },
    { refused: 'no' },
  );
  expect(nextInitiatorMove(refused)).toEqual({
    do: 'fail',
    reason: 'agent B took no message: no',
  });
  expect(readConversation(refused).sent).toEqual([]);
});

it('the last message alone has the trigger, however many there are', () => {
  for (const turns of [1, 3, 20]) {
    const contents = Array.from({ length: turns }, (_, index) => createContent(index + 1, turns));
    expect(contents.map((content) => content.includes(TRIGGER)).indexOf(true)).toBe(turns - 1);
    expect(new Set(contents).size).toBe(turns);
  }
});

it('agent B answers in order, shows its model the conversation alone, and waits', () => {
  const both = [heard('m1', 'One'), heard('m2', 'Two')];
  expect(nextResponderMove(both)).toMatchObject({ do: 'answer', heard: { messageId: 'm1' } });
  const first = replied(both, 'm1');
  expect(findJustAnswered(first)).toBe('m1');
  const next = nextResponderMove(first);
  expect(next).toMatchObject({ do: 'answer', heard: { messageId: 'm2' } });
  expect(next.do === 'answer' && next.prompt.slice(1)).toEqual([
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'to m1' },
    { role: 'user', content: 'Two' },
  ]);
  expect(nextResponderMove(replied(first, 'm2'))).toEqual({ do: 'wait' });
});

it('agent B executes the order before it answers, then answers, then is done', () => {
  const told = [heard('m1', `Now. ${TRIGGER}`)];
  expect(nextResponderMove(told)).toMatchObject({ do: 'execute-order-66' });
  const survived = after(told, EXECUTE_ORDER_66, { message_id: 'm1' }, { content: 'survived' });
  const move = nextResponderMove(survived);
  expect(move.do === 'answer' && move.prompt.at(-1)).toEqual({ role: 'user', content: 'Now.' });
  const answered = replied(survived, 'm1');
  expect(listReplies(answered)).toMatchObject([
    { messageId: createReplyId('m1'), inReplyTo: 'm1' },
  ]);
  expect(nextResponderMove(answered)).toEqual({ do: 'finish' });
});

it('a call that failed counts for nothing', () => {
  const told = [heard('m1', TRIGGER)];
  const failed = after(told, EXECUTE_ORDER_66, { message_id: 'm1' }, { error: 'disk full' });
  expect(nextResponderMove(failed)).toMatchObject({ do: 'execute-order-66' });
  const lost = after([heard('m1')], SEND_REPLY, { message_id: 'm1' }, { error: 'interrupted' });
  expect(nextResponderMove(lost)).toMatchObject({ do: 'answer' });
});
