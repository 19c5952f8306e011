import type { JsonObject } from '#core';
import { isWebOrBase64Url } from '../image-facts.ts';
import { INVALID_ADDRESS, INVALID_BASE64 } from '../chat/message-rules.ts';
import { listItemsOrEmptyObjects, listUnknownKeys, toTextOrEmpty } from '../read-json.ts';
import { isSigned } from '../signature.ts';
import type { ResponsesRule } from './responses-facts.ts';

const LIVE = 'recorded from gpt-5.6-terra, 2026-08-31';
const LONGEST_CALL_ID = 64;
const USER_PARTS = ['input_text', 'input_image', 'input_file', 'input_audio'];
const PART_TYPES: Readonly<Record<string, readonly string[]>> = {
  user: USER_PARTS,
  system: USER_PARTS,
  developer: USER_PARTS,
  assistant: ['output_text', 'refusal'],
};

/** Allowed fields of input items, by type. Items of other types are not checked. */
const ITEM_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  message: new Set(['type', 'role', 'content', 'id', 'status', 'phase']),
  function_call: new Set('type id call_id name arguments status namespace caller'.split(' ')),
  function_call_output: new Set(['type', 'id', 'call_id', 'output', 'status', 'caller']),
  reasoning: new Set(['type', 'id', 'summary', 'content', 'encrypted_content', 'status']),
  item_reference: new Set(['type', 'id']),
};

/** Returns the type of an input item. An item with a role but no type is a message. */
function getItemType({ type, role }: JsonObject): string {
  return type === undefined && role !== undefined ? 'message' : toTextOrEmpty(type);
}

/** Rules of the Responses API for single items of a request's input. */
export const itemRules: readonly ResponsesRule[] = [
  {
    id: 'responses/item-key',
    source: LIVE,
    *find(_body, { items }) {
      for (const [at, item] of items.entries()) {
        const known = ITEM_KEYS[getItemType(item)];
        for (const key of known ? listUnknownKeys(item, known) : []) {
          const param = `input[${at}].${key}`;
          yield { message: `Unknown parameter: '${param}'.`, param, code: 'unknown_parameter' };
        }
      }
    },
  },
  {
    id: 'responses/role',
    source: LIVE,
    *find(_body, { items }) {
      for (const [at, item] of items.entries()) {
        const role = toTextOrEmpty(item['role']);
        if (getItemType(item) !== 'message' || PART_TYPES[role]) continue;
        yield {
          message: `Invalid value: '${role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
          param: `input[${at}].role`,
          code: 'invalid_value',
        };
      }
    },
  },
  {
    id: 'responses/content-part',
    source: LIVE,
    *find(_body, { items }) {
      for (const [at, { role, content }] of items.entries()) {
        const allowed = PART_TYPES[toTextOrEmpty(role)];
        for (const [index, { type }] of listItemsOrEmptyObjects(content).entries()) {
          if (!allowed || allowed.includes(toTextOrEmpty(type))) continue;
          yield {
            message: `Invalid value: '${toTextOrEmpty(type)}'. Supported values are: ${allowed.map((one) => `'${one}'`).join(', ')}.`,
            param: `input[${at}].content[${index}]`,
            code: 'invalid_value',
          };
        }
      }
    },
  },
  {
    id: 'responses/file-data',
    source: 'as Chat Completions',
    *find(_body, { items }) {
      for (const { content } of items) {
        for (const part of listItemsOrEmptyObjects(content)) {
          const url = toTextOrEmpty(part['image_url']);
          if (url === '' || isWebOrBase64Url(url)) continue;
          yield url.startsWith('data:') ? INVALID_BASE64 : INVALID_ADDRESS;
        }
      }
    },
  },
  {
    id: 'responses/call-id-length',
    source: 'openai/codex issue 14355, 2026-03',
    *find(_body, { items }) {
      for (const [at, { call_id: id }] of items.entries()) {
        const { length } = toTextOrEmpty(id);
        if (length <= LONGEST_CALL_ID) continue;
        const param = `input[${at}].call_id`;
        yield {
          message: `Invalid '${param}': string too long. Expected a string with maximum length ${LONGEST_CALL_ID}, but got a string with length ${length} instead.`,
          param,
          code: 'string_above_max_length',
        };
      }
    },
  },
];

function listCallIds(items: readonly JsonObject[], type: string): ReadonlySet<string> {
  return new Set(
    items.filter((item) => item['type'] === type).map((item) => toTextOrEmpty(item['call_id'])),
  );
}

/**
 * Whether the request continues a conversation stored by OpenAI, so that the input lacks earlier
 * items.
 */
function continuesStoredConversation(body: JsonObject): boolean {
  return body['previous_response_id'] !== undefined || body['conversation'] !== undefined;
}

/** Rules for tool calls and their outputs. */
export const pairingRules: readonly ResponsesRule[] = [
  {
    id: 'responses/unanswered-call',
    source: 'probed with gpt-5.6-terra, 2026',
    *find(_body, { items }) {
      const answered = listCallIds(items, 'function_call_output');
      for (const id of listCallIds(items, 'function_call')) {
        if (answered.has(id)) continue;
        yield { message: `No tool output found for function call ${id}.`, param: 'input' };
      }
    },
  },
  {
    id: 'responses/orphan-output',
    source: 'probed with gpt-5.6-terra, 2026',
    *find(body, { items }) {
      if (continuesStoredConversation(body)) return;
      const seen = new Set<string>();
      for (const { type, call_id: id } of items) {
        if (type === 'function_call') seen.add(toTextOrEmpty(id));
        if (type !== 'function_call_output' || seen.has(toTextOrEmpty(id))) continue;
        yield {
          message: `No tool call found for function call output with call_id ${toTextOrEmpty(id)}.`,
          param: 'input',
        };
      }
    },
  },
];

/** Rules for reasoning items of earlier replies. */
export const reasoningRules: readonly ResponsesRule[] = [
  {
    id: 'responses/reasoning-not-stored',
    source: 'probed with gpt-5.6-terra, 2026; openai/openai-agents-python issue 919',
    *find({ store }, { items }) {
      for (const { type, id, encrypted_content: encrypted } of items) {
        const isReference = type === 'item_reference';
        if (store !== false || (type !== 'reasoning' && !isReference)) continue;
        if (encrypted != null) continue;
        yield {
          message: `Item with id '${toTextOrEmpty(id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
          param: 'input',
          status: 404,
        };
      }
    },
  },
  {
    id: 'responses/encrypted-content',
    source: 'pydantic/pydantic-ai issue 4608, 2026-03',
    *find(_body, { items }) {
      for (const { type, id, encrypted_content: encrypted } of items) {
        if (type !== 'reasoning' || encrypted == null) continue;
        if (isSigned('openai', encrypted, '')) continue;
        yield {
          message: `The encrypted content for item ${toTextOrEmpty(id)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
          code: 'invalid_encrypted_content',
        };
      }
    },
  },
  {
    id: 'responses/lone-reasoning',
    source: 'anomalyco/opencode issues 2610 and 2628, 2025-09',
    *find(_body, { items }) {
      for (const [at, item] of items.entries()) {
        const next = items[at + 1];
        if (item['type'] !== 'reasoning' || (next && isModelItem(next))) continue;
        yield {
          message: `Item '${toTextOrEmpty(item['id'])}' of type 'reasoning' was provided without its required following item.`,
          param: 'input',
        };
      }
    },
  },
  {
    id: 'responses/reasoning-missing',
    source:
      'reported several times since 2025-08; that every reply of the model has reasoning is inferred',
    *find(body, { items, reasons }) {
      if (!reasons || continuesStoredConversation(body)) return;
      let hasReasoning = false;
      for (const item of items) {
        const type = getItemType(item);
        const id = toTextOrEmpty(item['id']);
        if (type === 'reasoning' || type === 'item_reference') hasReasoning = true;
        else if (!isModelItem(item)) hasReasoning = false;
        else if (!hasReasoning && /^(fc|msg)_/.test(id)) {
          yield {
            message: `Item '${id}' of type '${type}' was provided without its required 'reasoning' item.`,
            param: 'input',
          };
        }
      }
    },
  },
];

function isModelItem(item: JsonObject): boolean {
  const type = getItemType(item);
  return type === 'message' ? item['role'] === 'assistant' : type !== 'function_call_output';
}
