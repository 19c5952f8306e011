import type { NumberedEvent } from '../../core/index.ts';
import type { Delta } from '../../port/index.ts';
import { beginCall, cutCall, growCall, type OpenCall } from './open-call.ts';
import { beginText, endText, growText, type OpenText } from './open-text.ts';
import { beginThought, endThought, growThought, type OpenThought } from './open-thought.ts';
import type { Output } from './output.ts';
import { makeCall, type RunningCalls } from './running-calls.ts';

type Replied = Extract<NumberedEvent, { readonly type: 'model.replied' }>;

/** What was sent so far of a reply that is being written. */
export interface OpenReply {
  thought: OpenThought | undefined;
  text: OpenText | undefined;
  /** Calls by their index in the reply; null where deltas of a call cannot be used. */
  readonly calls: Map<number, OpenCall | null>;
}

export function noReply(): OpenReply {
  return { thought: undefined, text: undefined, calls: new Map() };
}

/** Sends a piece of a reply. Deltas of an attempt that did not begin an item add nothing to it. */
export function showDelta(
  output: Output,
  reply: OpenReply,
  { delta, attempt }: { readonly delta: Delta; readonly attempt: number },
): void {
  if (output.scope.seal && delta.type !== 'artifact') {
    // What goes back to the model with the reply must stand before it.
    reply.thought ??= beginThought(output, attempt);
  }
  switch (delta.type) {
    case 'text':
      return showText(output, reply, delta.text, attempt);
    case 'tool-call':
      return showCall(output, reply, delta, attempt);
    case 'reasoning':
      return showThought(output, reply, delta.text, attempt);
    case 'artifact':
      return;
  }
}

function showThought(output: Output, reply: OpenReply, piece: string, attempt: number): void {
  if (piece === '' || !output.scope.showsThoughts) return;
  reply.thought ??= beginThought(output, attempt);
  if (reply.thought.attempt === attempt) growThought(output, reply.thought, piece);
}

function showText(output: Output, reply: OpenReply, piece: string, attempt: number): void {
  if (piece === '') return;
  reply.text ??= beginText(output, attempt);
  if (reply.text.attempt === attempt) growText(output, reply.text, piece);
}

function showCall(
  output: Output,
  { calls }: OpenReply,
  { index, id, name, arguments: piece }: Extract<Delta, { type: 'tool-call' }>,
  attempt: number,
): void {
  let call = calls.get(index);
  if (call === undefined) {
    // Without these conditions the runner gives the call another id in the reply, and an id that
    // was sent cannot change.
    const isUsable = id !== '' && name !== '' && !isShown(calls, id) && !output.scope.mayRefuse;
    call = isUsable ? beginCall(output, attempt, { id, name }) : null;
    calls.set(index, call);
  }
  if (call?.attempt === attempt && piece !== '') growCall(output, call, piece);
}

function isShown(calls: OpenReply['calls'], callId: string): boolean {
  return [...calls.values()].some((call) => call?.callId === callId);
}

/**
 * Writes the whole reply: adds what was not sent, and cuts off calls that the reply does not have.
 */
export function writeReply(
  output: Output,
  reply: OpenReply,
  running: RunningCalls,
  { message, attempt, refused = [] }: Replied,
): void {
  const { tool_calls: calls = [], finish_reason: cut } = message;
  const content = message.content ?? '';
  writeThought(output, reply, message, attempt);
  if (reply.text || calls.length === 0 || content !== '') {
    const text = reply.text ?? beginText(output, attempt);
    endText(output, text, content, cut ? 'incomplete' : 'completed', message.citations);
    reply.text = undefined;
  }
  calls.forEach((call, index) => {
    const shown = reply.calls.get(index);
    const isSame = shown?.callId === call.id;
    if (isSame) reply.calls.delete(index);
    const isRefused = refused.some(({ callId }) => callId === call.id);
    const begun = { id: call.id, name: call.function.name, isRefused };
    const open = isSame ? shown : beginCall(output, attempt, begun);
    makeCall(output, running, open, call);
  });
  cutReply(output, reply);
}

function writeThought(
  output: Output,
  reply: OpenReply,
  message: Replied['message'],
  attempt: number,
): void {
  const { reasoning = '', provider } = message;
  const { showsThoughts, seal } = output.scope;
  if ((showsThoughts && reasoning !== '') || (seal && provider)) {
    reply.thought ??= beginThought(output, attempt);
  }
  if (reply.thought) endThought(output, reply.thought, message);
  reply.thought = undefined;
}

/** Ends the open items of a reply as incomplete. */
export function cutReply(output: Output, reply: OpenReply): void {
  if (reply.thought) endThought(output, reply.thought, undefined);
  reply.thought = undefined;
  if (reply.text) endText(output, reply.text, reply.text.shown, 'incomplete');
  for (const call of reply.calls.values()) if (call) cutCall(output, call);
  reply.text = undefined;
  reply.calls.clear();
}
