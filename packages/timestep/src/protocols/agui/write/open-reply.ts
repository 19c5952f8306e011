import type { AssistantMessage } from '#core';
import type { Delta } from '#engine/port';
import type { AguiEvent } from '../wire/agui-event.ts';
import { formatMessageId, type MessageOrigin } from '../wire/message-id.ts';

/** An unfinished reply, and which parts of it were sent. */
export interface OpenReply {
  readonly step: number;
  readonly attempt: number;
  /** Id of the message that contains the reply's text. If the text starts again, it goes to a new message. */
  messageId: string;
  readonly origin: MessageOrigin;
  restarts: number;
  readonly reasoningId: string;
  text: string | undefined;
  isReasoning: boolean;
  /**
   * Unfinished calls, by index of the tool call. The value is null for a call whose pieces cannot
   * be sent.
   */
  readonly calls: Map<number, OpenCall | null>;
}

interface OpenCall {
  readonly id: string;
  readonly name: string;
  sentArguments: string;
}

export function createOpenReply(origin: MessageOrigin, step: number, attempt: number): OpenReply {
  return {
    step,
    attempt,
    messageId: formatMessageId(origin, { kind: 'reply', step, attempt }),
    origin,
    restarts: 0,
    reasoningId: formatMessageId(origin, { kind: 'reasoning', step, attempt }),
    text: undefined,
    isReasoning: false,
    calls: new Map(),
  };
}

export function deltaToEvents(reply: OpenReply, delta: Delta): AguiEvent[] {
  switch (delta.type) {
    case 'text':
      if (delta.text === '') return [];
      return [
        ...endReasoning(reply),
        ...(delta.restarts ? restartText(reply) : []),
        ...textToEvents(reply, delta.text),
      ];
    case 'reasoning':
      return delta.text === '' ? [] : reasoningToEvents(reply, delta.text);
    case 'tool-call':
      return [...endReasoning(reply), ...callDeltaToEvents(reply, delta)];
    case 'artifact':
    case 'progress':
      return [];
  }
}

/** Completes a reply: sends all parts that were not sent before, and ends open messages and calls. */
export function replyToEvents(reply: OpenReply, message: AssistantMessage): AguiEvent[] {
  const events = endReasoning(reply);
  const content = message.content ?? '';
  if (!content.startsWith(reply.text ?? '')) events.push(...restartText(reply));
  const rest = content.slice(reply.text?.length ?? 0);
  if (rest !== '') events.push(...textToEvents(reply, rest));
  events.push(...endTextMessage(reply));
  (message.tool_calls ?? []).forEach(({ id, function: called }, index) => {
    const sent = reply.calls.get(index);
    // The id and name of a call may be missing in its pieces, but not in the complete reply.
    const call = sent?.id === id ? sent : { id, name: called.name, sentArguments: '' };
    if (call !== sent) events.push(createCallStart(reply, call));
    else reply.calls.delete(index);
    const missing = called.arguments.slice(call.sentArguments.length);
    if (missing !== '') events.push({ type: 'TOOL_CALL_ARGS', toolCallId: id, delta: missing });
    events.push({ type: 'TOOL_CALL_END', toolCallId: id });
  });
  return [...events, ...endReply(reply)];
}

export function endReply(reply: OpenReply): AguiEvent[] {
  const events = [...endReasoning(reply), ...endTextMessage(reply)];
  for (const call of reply.calls.values()) {
    if (call) events.push({ type: 'TOOL_CALL_END', toolCallId: call.id });
  }
  reply.calls.clear();
  return events;
}

function textToEvents(reply: OpenReply, delta: string): AguiEvent[] {
  const { messageId, text } = reply;
  const content: AguiEvent = { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
  reply.text = (text ?? '') + delta;
  if (text !== undefined) return [content];
  return [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }, content];
}

/** Ends the message with the text so far, because sent text cannot be retracted. */
function restartText(reply: OpenReply): AguiEvent[] {
  if (reply.text === undefined) return [];
  const events = endTextMessage(reply);
  reply.restarts += 1;
  const { origin, step, attempt, restarts } = reply;
  reply.messageId = formatMessageId(origin, { kind: 'reply', step, attempt, restarts });
  return events;
}

function endTextMessage(reply: OpenReply): AguiEvent[] {
  if (reply.text === undefined) return [];
  reply.text = undefined;
  return [{ type: 'TEXT_MESSAGE_END', messageId: reply.messageId }];
}

function reasoningToEvents(reply: OpenReply, delta: string): AguiEvent[] {
  const messageId = reply.reasoningId;
  const content: AguiEvent = { type: 'REASONING_MESSAGE_CONTENT', messageId, delta };
  if (reply.isReasoning) return [content];
  reply.isReasoning = true;
  return [
    { type: 'REASONING_START', messageId },
    { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
    content,
  ];
}

function endReasoning(reply: OpenReply): AguiEvent[] {
  if (!reply.isReasoning) return [];
  reply.isReasoning = false;
  const messageId = reply.reasoningId;
  return [
    { type: 'REASONING_MESSAGE_END', messageId },
    { type: 'REASONING_END', messageId },
  ];
}

function callDeltaToEvents(
  reply: OpenReply,
  { index, id, name, arguments: delta }: Extract<Delta, { readonly type: 'tool-call' }>,
): AguiEvent[] {
  const events: AguiEvent[] = [];
  let call = reply.calls.get(index);
  if (call === undefined) {
    const isTaken = [...reply.calls.values()].some((other) => other?.id === id);
    call = id === '' || name === '' || isTaken ? null : { id, name, sentArguments: '' };
    reply.calls.set(index, call);
    if (call) events.push(createCallStart(reply, call));
  }
  if (call && delta !== '') {
    call.sentArguments += delta;
    events.push({ type: 'TOOL_CALL_ARGS', toolCallId: call.id, delta });
  }
  return events;
}

function createCallStart({ messageId }: OpenReply, { id, name }: OpenCall): AguiEvent {
  const call = { toolCallId: id, toolCallName: name, parentMessageId: messageId };
  return { type: 'TOOL_CALL_START', ...call };
}
