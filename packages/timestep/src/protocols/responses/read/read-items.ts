import {
  createFields,
  isJsonObject,
  MAX_CALL_ID_LENGTH,
  omitUndefined,
  readId,
  readList,
  readObjects,
  readText,
  readWord,
  reportField,
  requireFlag,
  requireText,
  requireWord,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';
import {
  createMcpCallError,
  createSummaryText,
  type Item,
  type McpCallItem,
  type MessageItem,
} from '../wire/response-item.ts';
import { createInvalidValueError, ResponsesError } from '../wire/responses-error.ts';
import { readContentItems, contentToText } from './read-content.ts';
import type { Unseal } from './referenced-data.ts';
import { FIELD_RULES, requireCallId } from './responses-fields.ts';

/**
 * Reads the input as items with ids. Items of unknown types are dropped. `stored` holds the items to which
 * references refer; `unseal` decrypts `encrypted_content`.
 */
export function readItems(
  input: string | readonly JsonValue[],
  idSuffix: string,
  stored: ReadonlyMap<string, Item>,
  param = 'input',
  unseal: Unseal = () => undefined,
): Item[] {
  if (typeof input === 'string') return [createUserMessage(input, `msg_${idSuffix}_in_0`)];
  const referred = new Set<string>();
  const given = createFields({ [param]: input }, FIELD_RULES);
  const items = (readObjects(given, param) ?? []).flatMap((item, index) => {
    const reference = findReferencedId(item.object);
    if (reference !== undefined) {
      // A repeated reference is skipped, because clients name the call and its result, which are one item.
      if (referred.has(reference)) return [];
      referred.add(reference);
      const found = stored.get(reference);
      if (!found) throw createItemNotFoundError(reference);
      return [found];
    }
    if (item.object['type'] === 'compaction') assertCompactionDecrypts(item, unseal);
    const read = readItem(item, `${idSuffix}_in_${index}`);
    return read ? [read] : [];
  });
  if (items.length === 0)
    throw createInvalidValueError(
      param,
      `has no item of a supported type: use ${ITEM_TYPES.join(', ')}`,
    );
  return items;
}

export function collectReferencedIds(input: string | readonly JsonValue[]): string[] {
  if (typeof input === 'string') return [];
  const ids = input.map((item) => (isJsonObject(item) ? findReferencedId(item) : undefined));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/**
 * Returns the id that an `item_reference` names. The field `type` may be missing; then the item must have no
 * `role`.
 */
function findReferencedId(item: JsonObject): string | undefined {
  const { id, type = null, role = null } = item;
  const isReference = type === 'item_reference' || (type === null && role === null);
  return isReference && typeof id === 'string' ? id : undefined;
}

function readItem(item: Fields, idSuffix: string): Item | undefined {
  const type = item.object['type'] ?? 'message';
  switch (type) {
    case 'message':
      return readMessage(item, idSuffix);
    case 'function_call': {
      const given = readWord(item, 'status', STATUSES);
      return {
        id: readItemId(item, `fc_${idSuffix}`),
        type,
        status: given === 'incomplete' ? given : 'completed',
        call_id: requireCallId(item, 'call_id', REQUIRED),
        name: requireText(item, 'name', REQUIRED),
        ...omitUndefined({ namespace: readText(item, 'namespace') }),
        arguments: readArgumentsAsText(item),
      };
    }
    case 'function_call_output': {
      const call_id = requireCallId(item, 'call_id', REQUIRED);
      const output = contentToText(readContentItems(item, 'output'));
      return {
        id: readItemId(item, `fco_${idSuffix}`),
        type,
        status: 'completed',
        call_id,
        output,
      };
    }
    case 'mcp_call': {
      const { error: given } = item.object;
      const failure = isJsonObject(given) ? formatMcpCallError(given) : given;
      const error = typeof failure === 'string' ? createMcpCallError(failure) : null;
      return {
        id: readItemId(item, `mcp_${idSuffix}`),
        type,
        status: error ? 'failed' : 'completed',
        ...readMcpCallFields(item),
        output: readText(item, 'output') ?? null,
        error,
        approval_request_id: null,
      };
    }
    case 'mcp_approval_request':
      return { id: requireCallId(item, 'id', REQUIRED), type, ...readMcpCallFields(item) };
    case 'mcp_approval_response':
      return {
        id: readItemId(item, `mcprr_${idSuffix}`),
        type,
        approval_request_id: requireCallId(item, 'approval_request_id', REQUIRED),
        approve: requireFlag(item, 'approve'),
        reason: readText(item, 'reason') ?? null,
      };
    case 'reasoning':
      return {
        id: readItemId(item, `rs_${idSuffix}`),
        type,
        status: 'completed',
        summary: listPartTexts(readList(item, 'summary')).map(createSummaryText),
        ...omitUndefined({ encrypted_content: readText(item, 'encrypted_content') }),
      };
    case 'compaction': {
      const encrypted_content = requireText(item, 'encrypted_content', REQUIRED);
      return { id: readItemId(item, `cmp_${idSuffix}`), type, encrypted_content };
    }
    default:
      readText(item, 'type');
      return undefined;
  }
}

const ITEM_TYPES: readonly Item['type'][] = [
  'message',
  'function_call',
  'function_call_output',
  'mcp_call',
  'mcp_approval_request',
  'mcp_approval_response',
  'reasoning',
  'compaction',
];

const REQUIRED = 'items of this type require it';

function readMcpCallFields(item: Fields): Pick<McpCallItem, 'server_label' | 'name' | 'arguments'> {
  return {
    server_label: readText(item, 'server_label') ?? '',
    name: requireText(item, 'name', REQUIRED),
    arguments: readArgumentsAsText(item),
  };
}

function assertCompactionDecrypts(item: Fields, unseal: Unseal): void {
  const name = 'encrypted_content';
  if (unseal('compaction', requireText(item, name, REQUIRED)) !== undefined) return;
  const problem = 'was not created for you by /v1/responses/compact on this server, or was changed';
  reportField(item, name, problem);
}

function listPartTexts(parts: readonly JsonValue[] = []): string[] {
  return parts.flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
}

const STATUSES = ['in_progress', 'completed', 'incomplete'] as const;
const PHASES = ['commentary', 'final_answer'] as const;
const ROLES = ['user', 'assistant', 'system', 'developer'] as const;

function readMessage(item: Fields, idSuffix: string): MessageItem {
  const role = requireWord(item, 'role', ROLES, REQUIRED);
  readWord(item, 'status', STATUSES);
  readWord(item, 'phase', PHASES);
  return {
    id: readItemId(item, `msg_${idSuffix}`),
    type: 'message',
    status: 'completed',
    role,
    content: readContentItems(item, 'content', role === 'assistant'),
    ...readArtifactId(item.object),
  };
}

function readArtifactId({ artifact }: JsonObject): Pick<MessageItem, 'artifact'> {
  if (!isJsonObject(artifact) || typeof artifact['artifact_id'] !== 'string') return {};
  return { artifact: { artifact_id: artifact['artifact_id'] } };
}

export function createUserMessage(text: string, id: string): MessageItem {
  const content = [{ type: 'input_text', text } as const];
  return { id, type: 'message', status: 'completed', role: 'user', content };
}

/** Reads arguments. Accepts an object instead of JSON text, because some clients send one. */
function readArgumentsAsText(item: Fields): string {
  const given = item.object['arguments'];
  return isJsonObject(given) ? JSON.stringify(given) : requireText(item, 'arguments', REQUIRED);
}

function formatMcpCallError(error: JsonObject): string {
  const texts = listPartTexts(Array.isArray(error['content']) ? error['content'] : []);
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(error);
}

function readItemId(item: Fields, fallback: string): string {
  return item.object['id'] === '' ? fallback : (readId(item, 'id', MAX_CALL_ID_LENGTH) ?? fallback);
}

function createItemNotFoundError(id: string): ResponsesError {
  const message = `there is no item ${id}: it was deleted, has expired or was not stored`;
  return new ResponsesError(404, 'item_not_found', message, 'input');
}
