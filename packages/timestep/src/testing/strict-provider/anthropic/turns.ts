import type { JsonObject } from '#core';
import { listItemsOrEmptyObjects, toTextOrEmpty } from '../read-json.ts';

/** A content block, with its path in the form of error messages, such as `messages.1.content.0`. */
export interface AnthropicBlock {
  readonly block: JsonObject;
  readonly type: string;
  readonly path: string;
}

/** Consecutive messages with the same role, which Anthropic merges. */
export interface AnthropicTurn {
  readonly role: string;
  /** Index of the turn's first message in the request. */
  readonly at: number;
  readonly blocks: readonly AnthropicBlock[];
}

/**
 * Merges consecutive messages with the same role. A string counts as one block, an empty string as
 * none.
 */
export function listTurns(messages: JsonObject[string] | undefined): readonly AnthropicTurn[] {
  const turns: { role: string; at: number; blocks: AnthropicBlock[] }[] = [];
  for (const [at, message] of listItemsOrEmptyObjects(messages).entries()) {
    const role = toTextOrEmpty(message['role']);
    const last = turns.at(-1);
    const blocks = listBlocks(message, at);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, at, blocks });
  }
  return turns;
}

function listBlocks({ content }: JsonObject, at: number): AnthropicBlock[] {
  if (typeof content === 'string') {
    const block = { type: 'text', text: content };
    return content === '' ? [] : [{ block, type: 'text', path: `messages.${at}.content` }];
  }
  return listItemsOrEmptyObjects(content).map((block, index) => {
    const type = toTextOrEmpty(block['type']);
    return { block, type, path: `messages.${at}.content.${index}` };
  });
}

/** Lists the blocks of all turns, including the blocks inside tool results. */
export function listAllBlocks(turns: readonly AnthropicTurn[]): readonly AnthropicBlock[] {
  return turns.flatMap(({ blocks }) => blocks.flatMap((one) => [one, ...listResultBlocks(one)]));
}

function listResultBlocks({ block, type, path }: AnthropicBlock): AnthropicBlock[] {
  if (type !== 'tool_result') return [];
  return listItemsOrEmptyObjects(block['content']).map((inner, index) => {
    const innerPath = `${path}.tool_result.content.${index}`;
    return { block: inner, type: toTextOrEmpty(inner['type']), path: innerPath };
  });
}
