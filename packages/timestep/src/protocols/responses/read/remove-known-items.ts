import { isDeepStrictEqual } from 'node:util';
import type { Message, ToolCall } from '#core';
import type { Item, MessageItem } from '../wire/response-item.ts';
import type { FilesForModel } from './referenced-data.ts';
import { messageItemToUserMessage } from './items-to-messages.ts';

/** The conversation that a request continues. */
interface KnownConversation {
  readonly messages: () => readonly Message[];
  /** Tool calls whose results the caller still has to send. */
  readonly open: readonly ToolCall[];
  readonly files: FilesForModel;
}

/**
 * Removes items that a client sends again although the conversation contains them, as Semantic Kernel does with
 * every output. User messages count as known only before an output, because a user may say the same twice.
 */
export function removeResentItems(
  items: readonly Item[],
  { messages, open, files }: KnownConversation,
): readonly Item[] {
  const lastOutput = items.findLastIndex(({ type }) => type === 'function_call_output');
  const isOpen = (id: string): boolean => open.some((call) => call.id === id);
  const isNew = (item: Item): boolean =>
    item.type === 'function_call_output' && isOpen(item.call_id);
  if (lastOutput === -1 || items.every(isNew)) return items;
  const known = messages();
  const said = known.filter(({ role }) => role === 'user');
  const called = new Set(
    known
      .flatMap((one) => (one.role === 'assistant' ? (one.tool_calls ?? []) : []))
      .map(getToolCallId),
  );
  return items.filter((item, at) => {
    if (item.type === 'function_call_output')
      return isOpen(item.call_id) || !hasSameResult(item, known);
    if (at > lastOutput) return true;
    if (item.type === 'function_call') return !isOpen(item.call_id) && !called.has(item.call_id);
    if (item.type !== 'message' || item.role !== 'user') return true;
    return !takeFromKnownMessages(item, said, files);
  });
}

function getToolCallId({ id }: ToolCall): string {
  return id;
}

/**
 * Returns whether the conversation already contains this tool result. It is a mistake of the client to send
 * another result for the same call.
 */
function hasSameResult(
  { call_id, output }: Extract<Item, { type: 'function_call_output' }>,
  known: readonly Message[],
): boolean {
  return known.some(
    (one) => one.role === 'tool' && one.tool_call_id === call_id && one.content === output,
  );
}

/** Removes a message from the known messages, because each counts only once. Returns whether it was known. */
function takeFromKnownMessages(item: MessageItem, said: Message[], files: FilesForModel): boolean {
  const message = messageItemToUserMessage(item, files);
  const at = said.findIndex((one) => isDeepStrictEqual(one, message));
  if (at !== -1) said.splice(at, 1);
  return at !== -1;
}
