import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import {
  createMcpCallError,
  type Item,
  type MessageItem,
  type SummaryText,
} from '../wire/response-item.ts';
import {
  createInvalidValueError,
  createMissingFieldError,
  ResponsesError,
  createWrongTypeError,
} from '../wire/responses-error.ts';
import { readContent, contentToText } from './read-content.ts';
import { readField } from './read-field.ts';
import type { Unseal } from './referenced-data.ts';
import { readEnumField } from './enum-field.ts';

/**
 * Converts the input of a request to items, each with an id. Items of unknown types are dropped.
 * `stored` holds the items that references in the input name; `unseal` decrypts
 * `encrypted_content`.
 */
export function readItems(
  input: string | readonly JsonValue[],
  key: string,
  stored: ReadonlyMap<string, Item>,
  param = 'input',
  unseal: Unseal = () => undefined,
): Item[] {
  if (typeof input === 'string') return [createUserMessage(input, `msg_${key}_in_0`)];
  const referred = new Set<string>();
  const items = input.flatMap((item, index) => {
    const path = `${param}[${index}]`;
    if (!isJsonObject(item)) throw createWrongTypeError(path, 'an object', item);
    const reference = findReferencedId(item);
    if (reference !== undefined) {
      // Some clients refer to a call and to its result separately, although both are one item.
      if (referred.has(reference)) return [];
      referred.add(reference);
      const found = stored.get(reference);
      if (!found) throw createItemNotFoundError(reference);
      return [found];
    }
    if (item['type'] === 'compaction') checkCompactionContent(item, unseal, `${path}.`);
    const read = readItem(item, `${key}_in_${index}`, `${path}.`);
    return read ? [read] : [];
  });
  if (items.length === 0) throw createInvalidValueError(param, 'has no item of a supported type');
  return items;
}

/** Collects the ids of stored items that an input refers to. */
export function collectReferencedIds(input: string | readonly JsonValue[]): string[] {
  if (typeof input === 'string') return [];
  const ids = input.map((item) => (isJsonObject(item) ? findReferencedId(item) : undefined));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/**
 * Returns the id in an item reference. A reference without a type is recognized by having no role
 * either.
 */
function findReferencedId(item: JsonObject): string | undefined {
  const { id, type = null, role = null } = item;
  const isReference = type === 'item_reference' || (type === null && role === null);
  return isReference && typeof id === 'string' ? id : undefined;
}

function readItem(item: JsonObject, key: string, path: string): Item | undefined {
  const type = item['type'] ?? 'message';
  switch (type) {
    case 'message':
      return readMessage(item, key, path);
    case 'function_call': {
      const given = readEnumField(item, 'status', path, STATUSES);
      const status = given === 'incomplete' ? given : 'completed';
      const call_id = readRequiredString(item, 'call_id', path);
      const name = readRequiredString(item, 'name', path);
      const namespace = readField(item, 'namespace', 'string', path);
      return {
        id: readItemId(item, `fc_${key}`),
        type,
        status,
        call_id,
        name,
        ...(namespace !== undefined && { namespace }),
        arguments: readArguments(item, path),
      };
    }
    case 'function_call_output': {
      const call_id = readRequiredString(item, 'call_id', path);
      const output = contentToText(readContent(item['output'], `${path}output`));
      return { id: readItemId(item, `fco_${key}`), type, status: 'completed', call_id, output };
    }
    case 'mcp_call': {
      const failure = isJsonObject(item['error']) ? formatCallError(item['error']) : item['error'];
      const error = typeof failure === 'string' ? failure : undefined;
      return {
        id: readItemId(item, `mcp_${key}`),
        type,
        status: error === undefined ? 'completed' : 'failed',
        server_label: readField(item, 'server_label', 'string', path) ?? '',
        name: readRequiredString(item, 'name', path),
        arguments: readArguments(item, path),
        output: readField(item, 'output', 'string', path) ?? null,
        error: error === undefined ? null : createMcpCallError(error),
        approval_request_id: null,
      };
    }
    case 'mcp_approval_request': {
      const name = readRequiredString(item, 'name', path);
      const server_label = readField(item, 'server_label', 'string', path) ?? '';
      const id = readRequiredString(item, 'id', path);
      return { id, type, server_label, name, arguments: readArguments(item, path) };
    }
    case 'mcp_approval_response':
      return {
        id: readItemId(item, `mcprr_${key}`),
        type,
        approval_request_id: readRequiredString(item, 'approval_request_id', path),
        approve: readApprovalDecision(item, path),
        reason: readField(item, 'reason', 'string', path) ?? null,
      };
    case 'reasoning': {
      const encrypted_content = readField(item, 'encrypted_content', 'string', path);
      return {
        id: readItemId(item, `rs_${key}`),
        type,
        status: 'completed',
        summary: readSummary(item, path),
        ...(encrypted_content !== undefined && { encrypted_content }),
      };
    }
    case 'compaction': {
      const encrypted_content = readRequiredString(item, 'encrypted_content', path);
      return { id: readItemId(item, `cmp_${key}`), type, encrypted_content };
    }
    default:
      if (typeof type !== 'string') throw createWrongTypeError(`${path}type`, 'a string', type);
      return undefined;
  }
}

function checkCompactionContent(item: JsonObject, unseal: Unseal, path: string): void {
  const content = readRequiredString(item, 'encrypted_content', path);
  if (unseal('compaction', content) !== undefined) return;
  throw createInvalidValueError(
    `${path}encrypted_content`,
    'was not created for you by /v1/responses/compact on this server, or was changed',
  );
}

function readSummary(item: JsonObject, path: string): SummaryText[] {
  return (readField(item, 'summary', 'list', path) ?? []).flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string'
      ? [{ type: 'summary_text', text: part['text'] }]
      : [],
  );
}

/** Reads the decision of an approval. A missing decision is an error, never a default. */
function readApprovalDecision(item: JsonObject, path: string): boolean {
  const { approve } = item;
  if (typeof approve !== 'boolean')
    throw createWrongTypeError(`${path}approve`, 'true or false', approve ?? null);
  return approve;
}

const STATUSES = ['in_progress', 'completed', 'incomplete'] as const;
const PHASES = ['commentary', 'final_answer'] as const;

const ROLES: readonly JsonValue[] = ['user', 'assistant', 'system', 'developer'];

function readMessage(item: JsonObject, key: string, path: string): MessageItem {
  const role = readRequiredString(item, 'role', path);
  if (!ROLES.includes(role)) {
    throw createInvalidValueError(`${path}role`, 'must be user, assistant, system or developer');
  }
  readEnumField(item, 'status', path, STATUSES);
  readEnumField(item, 'phase', path, PHASES);
  return {
    id: readItemId(item, `msg_${key}`),
    type: 'message',
    status: 'completed',
    role: role as MessageItem['role'],
    content: readContent(item['content'], `${path}content`, role === 'assistant'),
    ...readArtifactId(item),
  };
}

/** Reads the artifact id of a message that shows an artifact of an earlier response. */
function readArtifactId({ artifact }: JsonObject): Pick<MessageItem, 'artifact'> {
  if (!isJsonObject(artifact) || typeof artifact['artifact_id'] !== 'string') return {};
  return { artifact: { artifact_id: artifact['artifact_id'] } };
}

function createUserMessage(text: string, id: string): MessageItem {
  const content = [{ type: 'input_text', text } as const];
  return { id, type: 'message', status: 'completed', role: 'user', content };
}

/** Reads call arguments as JSON text. Accepts an object as well, because some clients send one. */
function readArguments(item: JsonObject, path: string): string {
  const given = item['arguments'];
  return isJsonObject(given) ? JSON.stringify(given) : readRequiredString(item, 'arguments', path);
}

function formatCallError(error: JsonObject): string {
  const content = Array.isArray(error['content']) ? (error['content'] as JsonValue[]) : [];
  const texts = content.flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(error);
}

function readItemId(item: JsonObject, fallback: string): string {
  const { id } = item;
  return typeof id === 'string' && id !== '' ? id : fallback;
}

function readRequiredString(item: JsonObject, name: string, path: string): string {
  const value = readField(item, name, 'string', path);
  if (value === undefined)
    throw createMissingFieldError(path + name, 'items of this type require it');
  return value;
}

function createItemNotFoundError(id: string): ResponsesError {
  const message = `there is no item ${id}: it was deleted, has expired or was not stored`;
  return new ResponsesError(404, 'item_not_found', message, 'input');
}
