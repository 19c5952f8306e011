import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { WIRE_STATES } from './wire-types.ts';

/**
 * Normalizes ProtoJSON (section 5.5): field names to camelCase, which takes precedence over snake_case, and enum
 * numbers to names. Free-form JSON and unknown fields are unchanged.
 */
export function fromProtoJson(value: JsonValue, depth: number = MAX_DEPTH): JsonValue {
  if (depth === 0) return value;
  if (Array.isArray(value)) return itemsFromProtoJson(value, depth - 1);
  return isJsonObject(value) ? fieldsFromProtoJson(value, depth - 1) : value;
}

/**
 * Maximum depth to normalize. Known fields are less deep, even of a message part inside a task inside a page.
 */
const MAX_DEPTH = 16;

function itemsFromProtoJson(items: readonly JsonValue[], depth: number): JsonValue {
  const changed = items.map((one) => fromProtoJson(one, depth));
  return changed.every((one, at) => one === items[at]) ? items : changed;
}

/** Normalizes the fields of an object. Returns the same object if nothing changes. */
export function fieldsFromProtoJson(fields: JsonObject, depth: number = MAX_DEPTH): JsonObject {
  const given = Object.keys(fields);
  let entries: (readonly [string, JsonValue])[] | undefined;
  for (let at = 0; at < given.length; at += 1) {
    const key = given[at] ?? '';
    const name = NAMES.get(key) ?? key;
    const value = fields[key] ?? null;
    const isTwice = name !== key && Object.hasOwn(fields, name);
    const read = FREE_FORM.has(name) ? value : enumNumberToName(name, fromProtoJson(value, depth));
    if (!entries && (name !== key || read !== value)) {
      entries = given.slice(0, at).map((before) => [before, fields[before] ?? null]);
    }
    if (!isTwice) entries?.push([name, read]);
  }
  return entries ? Object.fromEntries(entries) : fields;
}

/** Field names in camelCase, by their snake_case names. */
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
    'fileWithBytes',
    'fileWithUri',
    'mimeType',
    'pushNotification',
    'pushNotificationConfig',
  ].map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

const FREE_FORM: ReadonlySet<string> = new Set(['metadata', 'data']);

const ROLES: readonly string[] = ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'];

const STATES: readonly string[] = ['TASK_STATE_UNSPECIFIED', ...WIRE_STATES];

/** Numbers in a URL query arrive as text. */
function enumNumberToName(field: string, value: JsonValue): JsonValue {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  if (!isNumber) return value;
  if (field === 'role') return ROLES[Number(value)] ?? value;
  if (field === 'state' || field === 'status') return STATES[Number(value)] ?? value;
  return value;
}
