import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';

/**
 * From any form in which ProtoJSON may write a message (section 5.5) to the one of this room: fields
 * under the names of their protocol buffer, and enums as numbers. Where a field is there under both names, the
 * one in camelCase counts. Free-form JSON, such as metadata, unknown fields and what is nested deeper than any
 * message stay as they are.
 */
export function fromProtoJson(value: JsonValue, depth: number = DEEPEST): JsonValue {
  if (depth === 0) return value;
  if (Array.isArray(value)) return itemsFromProtoJson(value, depth - 1);
  return isJsonObject(value) ? fieldsFromProtoJson(value, depth - 1) : value;
}

/** A part of a message of a task of a page is nested this deeply, and more. */
const DEEPEST = 16;

function itemsFromProtoJson(items: readonly JsonValue[], depth: number): JsonValue {
  const changed = items.map((one) => fromProtoJson(one, depth));
  return changed.every((one, at) => one === items[at]) ? items : changed;
}

/** The same for the fields of one message; a message that has the form of this room already is returned as it is. */
export function fieldsFromProtoJson(fields: JsonObject, depth: number = DEEPEST): JsonObject {
  const given = Object.keys(fields);
  let entries: (readonly [string, JsonValue])[] | undefined;
  for (let at = 0; at < given.length; at += 1) {
    const key = given[at] ?? '';
    const name = NAMES.get(key) ?? key;
    const value = fields[key] ?? null;
    const isTwice = name !== key && Object.hasOwn(fields, name);
    const read = FREE_FORM.has(name) ? value : named(name, fromProtoJson(value, depth));
    if (!entries && (name !== key || read !== value)) {
      entries = given.slice(0, at).map((before) => [before, fields[before] ?? null]);
    }
    if (!isTwice) entries?.push([name, read]);
  }
  return entries ? Object.fromEntries(entries) : fields;
}

/** Fields of requests, answers and events whose name in protocol buffers differs. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [
    'acceptedOutputModes',
    'artifactId',
    'artifactUpdate',
    'contextId',
    'historyLength',
    'includeArtifacts',
    'lastChunk',
    'mediaType',
    'messageId',
    'nextPageToken',
    'pageSize',
    'pageToken',
    'referenceTaskIds',
    'returnImmediately',
    'statusTimestampAfter',
    'statusUpdate',
    'taskId',
    'taskPushNotificationConfig',
    'totalSize',
    // Of 0.3 alone.
    'fileWithBytes',
    'fileWithUri',
    'mimeType',
    'pushNotification',
    'pushNotificationConfig',
  ].map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

const FREE_FORM: ReadonlySet<string> = new Set(['metadata', 'data']);

const ROLES: readonly string[] = ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'];

const STATES: readonly string[] = [
  'TASK_STATE_UNSPECIFIED',
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
];

/** The name of an enum's value that came as a number, which a query writes as text. */
function named(field: string, value: JsonValue): JsonValue {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  if (!isNumber) return value;
  if (field === 'role') return ROLES[Number(value)] ?? value;
  if (field === 'state' || field === 'status') return STATES[Number(value)] ?? value;
  return value;
}
