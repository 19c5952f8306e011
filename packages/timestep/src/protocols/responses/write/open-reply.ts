import type { NumberedEvent } from '../../../core/index.ts';
import type { Delta } from '../../../engine/port/index.ts';
import {
  startCallItem,
  endCallAsIncomplete,
  addCallArguments,
  type OpenCall,
} from './open-call.ts';
import { startText, endText, addText, type OpenText } from './open-text.ts';
import {
  startReasoning,
  endReasoning,
  addReasoning,
  type OpenReasoning,
} from './open-reasoning.ts';
import type { ResponseOutput } from './response-output.ts';
import { completeCall, type RunningCalls } from './running-calls.ts';

type RepliedEvent = Extract<NumberedEvent, { readonly type: 'model.replied' }>;

/** The part of a reply that was sent. */
export interface OpenReply {
  thought: OpenReasoning | undefined;
  text: OpenText | undefined;
  /** By index in the reply. Null if the deltas of a call cannot be streamed. */
  readonly calls: Map<number, OpenCall | null>;
}

export function createOpenReply(): OpenReply {
  return { thought: undefined, text: undefined, calls: new Map() };
}

/** Ignores a delta if an earlier attempt has started the item. */
export function writeDelta(
  output: ResponseOutput,
  reply: OpenReply,
  { delta, attempt }: { readonly delta: Delta; readonly attempt: number },
): void {
  if (output.scope.seal && delta.type !== 'artifact') {
    // Reasoning must come before the other items of the reply.
    reply.thought ??= startReasoning(output, attempt);
  }
  switch (delta.type) {
    case 'text':
      return writeTextDelta(output, reply, delta.text, attempt);
    case 'tool-call':
      return writeCallDelta(output, reply, delta, attempt);
    case 'reasoning':
      return writeReasoningDelta(output, reply, delta.text, attempt);
    case 'artifact':
      return;
  }
}

function writeReasoningDelta(
  output: ResponseOutput,
  reply: OpenReply,
  piece: string,
  attempt: number,
): void {
  if (piece === '' || !output.scope.showsThoughts) return;
  reply.thought ??= startReasoning(output, attempt);
  if (reply.thought.attempt === attempt) addReasoning(output, reply.thought, piece);
}

function writeTextDelta(
  output: ResponseOutput,
  reply: OpenReply,
  piece: string,
  attempt: number,
): void {
  // With an output schema, only the complete reply shows whether its text is the answer.
  if (piece === '' || output.scope.hasOutput) return;
  reply.text ??= startText(output, attempt);
  if (reply.text.attempt === attempt) addText(output, reply.text, piece);
}

function writeCallDelta(
  output: ResponseOutput,
  { calls }: OpenReply,
  { index, id, name, arguments: piece }: Extract<Delta, { type: 'tool-call' }>,
  attempt: number,
): void {
  let call = calls.get(index);
  if (call === undefined) {
    // Otherwise the runner assigns another id to the call, and a sent id cannot change.
    const isUsable = id !== '' && name !== '' && !hasOpenCall(calls, id) && !output.scope.mayRefuse;
    call = isUsable ? startCallItem(output, attempt, { id, name }) : null;
    calls.set(index, call);
  }
  if (call?.attempt === attempt && piece !== '') addCallArguments(output, call, piece);
}

function hasOpenCall(calls: OpenReply['calls'], callId: string): boolean {
  return [...calls.values()].some((call) => call?.callId === callId);
}

/** Sends the missing rest, and ends calls that the reply does not contain as incomplete. */
export function writeReply(
  output: ResponseOutput,
  reply: OpenReply,
  running: RunningCalls,
  { message, attempt, refused = [], mismatch }: RepliedEvent,
): void {
  // The API has no item for an answer that is replaced by a corrected answer.
  if (mismatch) return endReplyAsIncomplete(output, reply);
  const { tool_calls: calls = [], finish_reason: cut } = message;
  const content = message.content ?? '';
  writeReasoning(output, reply, message, attempt);
  const isNarration = output.scope.hasOutput === true && calls.length > 0;
  if (!isNarration && (reply.text || calls.length === 0 || content !== '')) {
    const text = reply.text ?? startText(output, attempt);
    endText(output, text, content, cut ? 'incomplete' : 'completed', message.citations);
    reply.text = undefined;
  }
  calls.forEach((call, index) => {
    const shown = reply.calls.get(index);
    const isSame = shown?.callId === call.id;
    if (isSame) reply.calls.delete(index);
    const isRefused = refused.some(({ callId }) => callId === call.id);
    const begun = { id: call.id, name: call.function.name, isRefused };
    const open = isSame ? shown : startCallItem(output, attempt, begun);
    completeCall(output, running, open, call);
  });
  endReplyAsIncomplete(output, reply);
}

function writeReasoning(
  output: ResponseOutput,
  reply: OpenReply,
  message: RepliedEvent['message'],
  attempt: number,
): void {
  const { reasoning = '', provider } = message;
  const { showsThoughts, seal } = output.scope;
  if ((showsThoughts && reasoning !== '') || (seal && provider)) {
    reply.thought ??= startReasoning(output, attempt);
  }
  if (reply.thought) endReasoning(output, reply.thought, message);
  reply.thought = undefined;
}

export function endReplyAsIncomplete(output: ResponseOutput, reply: OpenReply): void {
  if (reply.thought) endReasoning(output, reply.thought, undefined);
  reply.thought = undefined;
  if (reply.text) endText(output, reply.text, reply.text.shown, 'incomplete');
  for (const call of reply.calls.values()) if (call) endCallAsIncomplete(output, call);
  reply.text = undefined;
  reply.calls.clear();
}
