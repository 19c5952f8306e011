import type { AssistantMessage } from '../../core/index.ts';
import type { Delta } from '../../port/index.ts';
import type { AguiEvent } from '../wire/event.ts';
import { messageIdOf, type MadeIn } from '../wire/message-id.ts';

/** What a run has shown of a reply that is being written. */
export interface OpenReply {
  readonly step: number;
  readonly attempt: number;
  readonly messageId: string;
  readonly reasoningId: string;
  /** The text so far; undefined where the message is not open. */
  text: string | undefined;
  isReasoning: boolean;
  /** The arguments so far, by the index of the call; null where deltas of a call cannot be used. */
  readonly calls: Map<number, OpenCall | null>;
}

interface OpenCall {
  readonly id: string;
  readonly name: string;
  shown: string;
}

/** Begins a reply, of which nothing has been shown yet. */
export function openReply(made: MadeIn, step: number, attempt: number): OpenReply {
  return {
    step,
    attempt,
    messageId: messageIdOf(made, { kind: 'reply', step, attempt }),
    reasoningId: messageIdOf(made, { kind: 'reasoning', step, attempt }),
    text: undefined,
    isReasoning: false,
    calls: new Map(),
  };
}

/** The events of a piece of a reply. */
export function showDelta(reply: OpenReply, delta: Delta): AguiEvent[] {
  switch (delta.type) {
    case 'text':
      return delta.text === '' ? [] : [...endReasoning(reply), ...showText(reply, delta.text)];
    case 'reasoning':
      return delta.text === '' ? [] : showReasoning(reply, delta.text);
    case 'tool-call':
      return [...endReasoning(reply), ...showCall(reply, delta)];
    case 'artifact':
      return [];
  }
}

/** The rest of a reply: what was not shown before, and the end of what is open. */
export function showReply(reply: OpenReply, message: AssistantMessage): AguiEvent[] {
  const events = endReasoning(reply);
  const rest = (message.content ?? '').slice(reply.text?.length ?? 0);
  if (rest !== '') events.push(...showText(reply, rest));
  events.push(...endText(reply));
  (message.tool_calls ?? []).forEach(({ id, function: called }, index) => {
    const shown = reply.calls.get(index);
    // Without an id and a name in its deltas, a call has those of the reply.
    const call = shown?.id === id ? shown : { id, name: called.name, shown: '' };
    if (call !== shown) events.push(startOf(reply, call));
    else reply.calls.delete(index);
    const missing = called.arguments.slice(call.shown.length);
    if (missing !== '') events.push({ type: 'TOOL_CALL_ARGS', toolCallId: id, delta: missing });
    events.push({ type: 'TOOL_CALL_END', toolCallId: id });
  });
  return [...events, ...cutReply(reply)];
}

/** The end of all that is open of a reply of which no more comes. */
export function cutReply(reply: OpenReply): AguiEvent[] {
  const events = [...endReasoning(reply), ...endText(reply)];
  for (const call of reply.calls.values()) {
    if (call) events.push({ type: 'TOOL_CALL_END', toolCallId: call.id });
  }
  reply.calls.clear();
  return events;
}

function showText(reply: OpenReply, delta: string): AguiEvent[] {
  const { messageId } = reply;
  const content: AguiEvent = { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
  const isOpen = reply.text !== undefined;
  reply.text = (reply.text ?? '') + delta;
  return isOpen
    ? [content]
    : [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }, content];
}

function endText(reply: OpenReply): AguiEvent[] {
  if (reply.text === undefined) return [];
  reply.text = undefined;
  return [{ type: 'TEXT_MESSAGE_END', messageId: reply.messageId }];
}

function showReasoning(reply: OpenReply, delta: string): AguiEvent[] {
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

function showCall(
  reply: OpenReply,
  { index, id, name, arguments: delta }: Extract<Delta, { readonly type: 'tool-call' }>,
): AguiEvent[] {
  const events: AguiEvent[] = [];
  let call = reply.calls.get(index);
  if (call === undefined) {
    const isTaken = [...reply.calls.values()].some((other) => other?.id === id);
    call = id === '' || name === '' || isTaken ? null : { id, name, shown: '' };
    reply.calls.set(index, call);
    if (call) events.push(startOf(reply, call));
  }
  if (call && delta !== '') {
    call.shown += delta;
    events.push({ type: 'TOOL_CALL_ARGS', toolCallId: call.id, delta });
  }
  return events;
}

function startOf({ messageId }: OpenReply, { id, name }: OpenCall): AguiEvent {
  return {
    type: 'TOOL_CALL_START',
    toolCallId: id,
    toolCallName: name,
    parentMessageId: messageId,
  };
}
