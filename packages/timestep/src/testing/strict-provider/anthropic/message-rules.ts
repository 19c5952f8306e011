import { isJsonObject } from '#core';
import { listItemsOrEmptyObjects, listUnknownKeys, toTextOrEmpty } from '../read-json.ts';
import type { AnthropicRule } from './anthropic-facts.ts';
import { listAllBlocks } from './turns.ts';

const PROBED = 'shapes probed 2026-07-25';
const CALL_ID = /^[a-zA-Z0-9_-]+$/;

/** Fields of content blocks, by type. Blocks of other types are not checked. */
const BLOCK_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  text: new Set(['type', 'text', 'cache_control', 'citations']),
  image: new Set(['type', 'source', 'cache_control']),
  document: new Set(['type', 'source', 'title', 'context', 'citations', 'cache_control']),
  tool_use: new Set(['type', 'id', 'name', 'input', 'caller', 'cache_control']),
  tool_result: new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']),
  thinking: new Set(['type', 'thinking', 'signature']),
  redacted_thinking: new Set(['type', 'data']),
};

const MESSAGE_KEYS: ReadonlySet<string> = new Set(['role', 'content']);
const TOOL_KEYS: ReadonlySet<string> = new Set(
  (
    'type name description input_schema cache_control strict input_examples defer_loading allowed_callers ' +
    'eager_input_streaming'
  ).split(' '),
);

/** Rules for single messages and their content blocks. */
export const blockRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/role',
    source: 'recorded from claude-sonnet-5, 2026-08-31',
    *find({ messages }) {
      for (const [at, { role }] of listItemsOrEmptyObjects(messages).entries()) {
        if (['user', 'assistant', 'system'].includes(toTextOrEmpty(role))) continue;
        yield { message: `messages.${at}.role: Input should be 'user' or 'assistant'` };
      }
    },
  },
  {
    id: 'anthropic/call-id',
    source: 'QwenLM/qwen-code issue 8160, 2026-07',
    *find(_body, { turns }) {
      for (const { block, type, path } of listAllBlocks(turns)) {
        const field = ID_FIELDS[type];
        if (field === undefined || CALL_ID.test(toTextOrEmpty(block[field]))) continue;
        yield {
          message: `${path}.${type}.${field}: String should match pattern '^[a-zA-Z0-9_-]+$'`,
        };
      }
    },
  },
  {
    id: 'anthropic/call-input',
    source: 'source of @ai-sdk/anthropic 4.0.105',
    *find(_body, { turns }) {
      for (const { block, type, path } of listAllBlocks(turns)) {
        if (type !== 'tool_use') continue;
        if (!isJsonObject(block['input'])) {
          yield { message: `${path}.tool_use.input: Input should be an object` };
        }
        if (!/^[a-zA-Z0-9_-]{1,128}$/.test(toTextOrEmpty(block['name']))) {
          yield {
            message: `${path}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
          };
        }
      }
    },
  },
  {
    id: 'anthropic/block-key',
    source: 'recorded from claude-sonnet-5, 2026-08-31',
    *find({ messages, tools }, { turns }) {
      for (const [at, message] of listItemsOrEmptyObjects(messages).entries()) {
        for (const key of listUnknownKeys(message, MESSAGE_KEYS)) {
          yield { message: `messages.${at}.${key}: Extra inputs are not permitted` };
        }
      }
      for (const [at, tool] of listItemsOrEmptyObjects(tools).entries()) {
        const isCustom = tool['type'] === undefined || tool['type'] === 'custom';
        for (const key of isCustom ? listUnknownKeys(tool, TOOL_KEYS) : []) {
          yield { message: `tools.${at}.custom.${key}: Extra inputs are not permitted` };
        }
      }
      for (const { block, type, path } of listAllBlocks(turns)) {
        const known = BLOCK_KEYS[type];
        for (const key of known ? listUnknownKeys(block, known) : []) {
          yield { message: `${path}.${type}.${key}: Extra inputs are not permitted` };
        }
      }
    },
  },
];

const ID_FIELDS: Readonly<Record<string, string>> = { tool_use: 'id', tool_result: 'tool_use_id' };

/** Rules for texts, in the order in which violations are reported. */
export const textRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/empty-text',
    source: PROBED,
    *find({ system }, { turns }) {
      const inSystem = listItemsOrEmptyObjects(system).map((block, at) => {
        return { block, type: toTextOrEmpty(block['type']), path: `system.${at}` };
      });
      for (const { block, type, path } of [...inSystem, ...listAllBlocks(turns)]) {
        if (type !== 'text') continue;
        if (block['text'] === '') {
          yield { message: `${path}: text content blocks must be non-empty` };
        } else if (toTextOrEmpty(block['text']).trim() === '') {
          yield { message: `${path}: text content blocks must contain non-whitespace text` };
        }
      }
    },
  },
  {
    id: 'anthropic/empty-user-message',
    source: PROBED,
    *find(_body, { turns }) {
      for (const { role, at, blocks } of turns) {
        if (role !== 'user' || blocks.length > 0) continue;
        yield { message: `messages.${at}: user messages must have non-empty content` };
      }
    },
  },
];

/** Rules for the roles of messages. */
export const roleRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/first-role',
    source: PROBED,
    *find(_body, { turns }) {
      const [first] = turns;
      if (!first) yield { message: 'messages: at least one message is required' };
      else if (first.role !== 'user') {
        yield { message: 'messages: first message must use the "user" role' };
      }
    },
  },
  {
    id: 'anthropic/system-message',
    source: 'recorded from claude-sonnet-5, 2026-08-31',
    *find(_body, { turns }) {
      for (const [index, { role, at }] of turns.entries()) {
        const next = turns[index + 1];
        if (role !== 'system' || !next || next.role === 'assistant') continue;
        yield {
          message: `messages.${at}: system messages must precede an assistant message or end the conversation`,
        };
      }
    },
  },
  {
    id: 'anthropic/last-role',
    source:
      'smallmain/vscode-unify-chat-provider issue 249, 2026-07; tailcallhq/forgecode issue 1872',
    *find(_body, { turns, model }) {
      const last = turns.at(-1);
      const block = last?.blocks.at(-1);
      if (last?.role !== 'assistant' || !block) return;
      if (block.type === 'thinking' || block.type === 'redacted_thinking') {
        yield {
          message: `messages.${last.at}: The final block in an assistant message cannot be \`thinking\`.`,
        };
      }
      if (!model.prefill) {
        yield {
          message:
            'This model does not support assistant message prefill. The conversation must end with a user message.',
        };
      }
      const text = toTextOrEmpty(block.block['text']);
      if (text !== text.trimEnd()) {
        yield {
          message: 'messages: final assistant content cannot end with trailing whitespace',
        };
      }
    },
  },
];
