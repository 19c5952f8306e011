import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { mcpCallError, type Item, type MessageItem, type SummaryText } from '../wire/item.ts';
import { invalidValue, missing, ResponsesError, wrongType } from '../wire/responses-error.ts';
import { readContent, textOfContent } from './content.ts';
import { field } from './field.ts';
import type { Unseal } from './given.ts';
import { oneOf } from './one-of.ts';

/**
 * Input as items, each with an id. Items of types that have no meaning here are left out. `stored` holds the items that references in the input name, and
 * `unseal` opens what the caller cannot read.
 */
export function readItems(
  input: string | readonly JsonValue[],
  key: string,
  stored: ReadonlyMap<string, Item>,
  param = 'input',
  unseal: Unseal = () => undefined,
): Item[] {
  if (typeof input === 'string') return [userMessage(input, `msg_${key}_in_0`)];
  const referred = new Set<string>();
  const items = input.flatMap((item, index) => {
    const path = `${param}[${index}]`;
    if (!isJsonObject(item)) throw wrongType(path, 'an object', item);
    const reference = referenceIn(item);
    if (reference !== undefined) {
      // Some callers refer to a call and to its result, which are one item.
      if (referred.has(reference)) return [];
      referred.add(reference);
      const found = stored.get(reference);
      if (!found) throw itemNotFound(reference);
      return [found];
    }
    if (item['type'] === 'compaction') refuseForeign(item, unseal, `${path}.`);
    const read = readItem(item, `${key}_in_${index}`, `${path}.`);
    return read ? [read] : [];
  });
  if (items.length === 0) throw invalidValue(param, 'has no item of a type that is known here');
  return items;
}

/** The ids of stored items that an input refers to. */
export function referencesIn(input: string | readonly JsonValue[]): string[] {
  if (typeof input === 'string') return [];
  const ids = input.map((item) => (isJsonObject(item) ? referenceIn(item) : undefined));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** A reference may come without a type; it is recognised by having no role either. */
function referenceIn(item: JsonObject): string | undefined {
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
      const given = oneOf(item, 'status', path, STATUSES);
      const status = given === 'incomplete' ? given : 'completed';
      const call_id = required(item, 'call_id', path);
      const name = required(item, 'name', path);
      const namespace = field(item, 'namespace', 'string', path);
      return {
        id: idOf(item, `fc_${key}`),
        type,
        status,
        call_id,
        name,
        ...(namespace !== undefined && { namespace }),
        arguments: jsonText(item, path),
      };
    }
    case 'function_call_output': {
      const call_id = required(item, 'call_id', path);
      const output = textOfContent(readContent(item['output'], `${path}output`));
      return { id: idOf(item, `fco_${key}`), type, status: 'completed', call_id, output };
    }
    case 'mcp_call': {
      const failure = isJsonObject(item['error']) ? failureText(item['error']) : item['error'];
      const error = typeof failure === 'string' ? failure : undefined;
      return {
        id: idOf(item, `mcp_${key}`),
        type,
        status: error === undefined ? 'completed' : 'failed',
        server_label: field(item, 'server_label', 'string', path) ?? '',
        name: required(item, 'name', path),
        arguments: jsonText(item, path),
        output: field(item, 'output', 'string', path) ?? null,
        error: error === undefined ? null : mcpCallError(error),
        approval_request_id: null,
      };
    }
    case 'mcp_approval_request': {
      const name = required(item, 'name', path);
      const server_label = field(item, 'server_label', 'string', path) ?? '';
      const id = required(item, 'id', path);
      return { id, type, server_label, name, arguments: jsonText(item, path) };
    }
    case 'mcp_approval_response':
      return {
        id: idOf(item, `mcprr_${key}`),
        type,
        approval_request_id: required(item, 'approval_request_id', path),
        approve: decision(item, path),
        reason: field(item, 'reason', 'string', path) ?? null,
      };
    case 'reasoning': {
      const encrypted_content = field(item, 'encrypted_content', 'string', path);
      return {
        id: idOf(item, `rs_${key}`),
        type,
        status: 'completed',
        summary: summaryIn(item, path),
        ...(encrypted_content !== undefined && { encrypted_content }),
      };
    }
    case 'compaction': {
      const encrypted_content = required(item, 'encrypted_content', path);
      return { id: idOf(item, `cmp_${key}`), type, encrypted_content };
    }
    default:
      if (typeof type !== 'string') throw wrongType(`${path}type`, 'a string', type);
      return undefined;
  }
}

function refuseForeign(item: JsonObject, unseal: Unseal, path: string): void {
  const content = required(item, 'encrypted_content', path);
  if (unseal('compaction', content) !== undefined) return;
  throw invalidValue(
    `${path}encrypted_content`,
    'was not made for you by /v1/responses/compact here, or was changed',
  );
}

function summaryIn(item: JsonObject, path: string): SummaryText[] {
  return (field(item, 'summary', 'list', path) ?? []).flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string'
      ? [{ type: 'summary_text', text: part['text'] }]
      : [],
  );
}

/** Reads a decision; a missing one is refused and not guessed. */
function decision(item: JsonObject, path: string): boolean {
  const { approve } = item;
  if (typeof approve !== 'boolean')
    throw wrongType(`${path}approve`, 'true or false', approve ?? null);
  return approve;
}

const STATUSES = ['in_progress', 'completed', 'incomplete'] as const;
const PHASES = ['commentary', 'final_answer'] as const;

const ROLES: readonly JsonValue[] = ['user', 'assistant', 'system', 'developer'];

function readMessage(item: JsonObject, key: string, path: string): MessageItem {
  const role = required(item, 'role', path);
  if (!ROLES.includes(role)) {
    throw invalidValue(`${path}role`, 'must be user, assistant, system or developer');
  }
  oneOf(item, 'status', path, STATUSES);
  oneOf(item, 'phase', path, PHASES);
  return {
    id: idOf(item, `msg_${key}`),
    type: 'message',
    status: 'completed',
    role: role as MessageItem['role'],
    content: readContent(item['content'], `${path}content`, role === 'assistant'),
    ...artifactIn(item),
  };
}

/** The artifact that a message of an earlier response shows. */
function artifactIn({ artifact }: JsonObject): Pick<MessageItem, 'artifact'> {
  if (!isJsonObject(artifact) || typeof artifact['artifact_id'] !== 'string') return {};
  return { artifact: { artifact_id: artifact['artifact_id'] } };
}

function userMessage(text: string, id: string): MessageItem {
  const content = [{ type: 'input_text', text } as const];
  return { id, type: 'message', status: 'completed', role: 'user', content };
}

/** Arguments are JSON text; callers that send the object itself are understood too. */
function jsonText(item: JsonObject, path: string): string {
  const given = item['arguments'];
  return isJsonObject(given) ? JSON.stringify(given) : required(item, 'arguments', path);
}

function failureText(error: JsonObject): string {
  const content = Array.isArray(error['content']) ? (error['content'] as JsonValue[]) : [];
  const texts = content.flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(error);
}

function idOf(item: JsonObject, fallback: string): string {
  const { id } = item;
  return typeof id === 'string' && id !== '' ? id : fallback;
}

function required(item: JsonObject, name: string, path: string): string {
  const value = field(item, name, 'string', path);
  if (value === undefined) throw missing(path + name, 'items of this type need it');
  return value;
}

function itemNotFound(id: string): ResponsesError {
  const message = `there is no item ${id}: it was deleted, has expired or was not stored`;
  return new ResponsesError(404, 'item_not_found', message, 'input');
}
