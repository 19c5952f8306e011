import { isJsonObject, omitUndefined, type JsonObject, type JsonValue } from '#core';
import { pushConfigFromA2A03 } from './push-config.ts';
import { isWireState } from './wire-types.ts';
import { PART_FIELDS_KEY, WRAPPED_DATA_KEY } from './to-a2a-0-3.ts';

type Convert = (value: JsonValue) => JsonValue;

/** For each field of A2A 0.3, its name in A2A 1.0 and its conversion. Undefined: 1.0 has no such field. */
type FieldTable = Readonly<Record<string, readonly [name: string, convert?: Convert] | undefined>>;

/** Converts the fields that are listed in a table. Other fields stay unchanged, for the reader of 1.0. */
function convertListedFields(object: JsonObject, table: FieldTable): JsonObject {
  const converted: Record<string, JsonValue> = {};
  for (const field in object) {
    // A field `__proto__` is skipped, because assigning it would set the prototype.
    if (field === '__proto__') continue;
    const value = object[field] ?? null;
    const isListed = Object.hasOwn(table, field);
    const [name, convert] = (isListed ? table[field] : undefined) ?? [];
    if (name !== undefined) converted[name] = convert ? convert(value) : value;
    else if (!isListed) converted[field] = value;
  }
  return converted;
}

/** Creates a converter of JSON objects. It returns other values unchanged, which the reader of A2A 1.0 checks. */
function createObjectConverter(table: FieldTable): Convert {
  return (value) => (isJsonObject(value) ? convertListedFields(value, table) : value);
}

function createListConverter(convert: Convert): Convert {
  return (list) => (Array.isArray(list) ? list.map((item: JsonValue) => convert(item)) : list);
}

const PARTS = ['parts', createListConverter(partFromA2A03)] as const;
const MESSAGE: FieldTable = { kind: undefined, role: ['role', roleFromA2A03], parts: PARTS };
export const messageFromA2A03: Convert = createObjectConverter(MESSAGE);
const STATUS = [
  'status',
  createObjectConverter({
    state: ['state', stateFromA2A03],
    message: ['message', messageFromA2A03],
  }),
] as const;
const convertArtifact = createObjectConverter({ parts: PARTS });
const TASK: FieldTable = {
  kind: undefined,
  status: STATUS,
  artifacts: ['artifacts', createListConverter(convertArtifact)],
  history: ['history', createListConverter(messageFromA2A03)],
};

/** For each `kind` of result or stream event in 0.3, its name in A2A 1.0 and its fields. */
const EVENTS: ReadonlyMap<JsonValue | undefined, readonly [name: string, table: FieldTable]> =
  new Map([
    ['task', ['task', TASK]],
    ['message', ['message', MESSAGE]],
    ['status-update', ['statusUpdate', { kind: undefined, final: undefined, status: STATUS }]],
    [
      'artifact-update',
      ['artifactUpdate', { kind: undefined, artifact: ['artifact', convertArtifact] }],
    ],
  ]);

export function taskFromA2A03(task: JsonObject): JsonObject {
  return convertListedFields(task, TASK);
}

/** Converts an A2A 0.3 result or stream event, and wraps it in the key that A2A 1.0 uses. */
export function eventFromA2A03(event: JsonObject): JsonObject {
  const [name, table] = EVENTS.get(event['kind']) ?? [];
  return name === undefined || !table ? event : { [name]: convertListedFields(event, table) };
}

function roleFromA2A03(role: JsonValue): JsonValue {
  if (role === 'user') return 'ROLE_USER';
  return role === 'agent' ? 'ROLE_AGENT' : role;
}

export function stateFromA2A03(state: JsonValue): string {
  const name =
    typeof state === 'string' ? `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}` : '';
  return isWireState(name) ? name : 'TASK_STATE_UNSPECIFIED';
}

const PUSH_CONFIG = ['taskPushNotificationConfig', pushConfigFromA2A03] as const;

/** Converts the configuration of an A2A 0.3 message. In 0.3, sending waits for the answer by default. */
export const configurationFromA2A03: Convert = createObjectConverter({
  blocking: [
    'returnImmediately',
    (blocking) => (typeof blocking === 'boolean' ? !blocking : blocking),
  ],
  pushNotificationConfig: PUSH_CONFIG,
  pushNotification: PUSH_CONFIG,
});

const CONFIGURATION = ['configuration', configurationFromA2A03] as const;

export const sendParamsFromA2A03: Convert = createObjectConverter({
  message: ['message', messageFromA2A03],
  configuration: CONFIGURATION,
});

/**
 * Converts a message in either spelling of 0.3: of its protocol buffers (`request`, `content`), which SDKs send, or
 * of the specification (`message`, `parts`).
 */
export function sendParamsFromA2A03Rest(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { request, message, ...rest } = params;
  const given = omitUndefined({ message: request ?? message });
  return convertListedFields({ ...rest, ...given }, REST_PARAMS);
}

const REST_PARAMS: FieldTable = {
  message: ['message', messageFromA2A03Rest],
  configuration: CONFIGURATION,
};

const REST_PARTS = ['parts', createListConverter(partFromA2A03Rest)] as const;

const REST_MESSAGE: FieldTable = { content: REST_PARTS };

/** Converts a message with `content`, or with `parts` as in the specification. */
export function messageFromA2A03Rest(message: JsonValue): JsonValue {
  return isJsonObject(message) && Array.isArray(message['content'])
    ? convertListedFields(message, REST_MESSAGE)
    : messageFromA2A03(message);
}

export const artifactFromA2A03Rest: Convert = createObjectConverter({ parts: REST_PARTS });

function partFromA2A03Rest(part: JsonValue): JsonValue {
  if (!isJsonObject(part) || typeof part['kind'] === 'string') return partFromA2A03(part);
  const { file, data, ...rest } = part;
  if (isJsonObject(file)) return { ...rest, ...pickAndRenameFields(file, FILE_FIELDS) };
  if (isJsonObject(data)) return { ...rest, data: data['data'] ?? null };
  return part;
}

const KINDS: readonly string[] = ['text', 'file', 'data'];

/** Converts an A2A 0.3 part. If `kind` is missing, the fields of the part determine its kind. */
function partFromA2A03(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const { kind, file, ...rest } = part;
  // Fields of a part of an unknown kind may have another meaning, so the whole part is kept under `unsupported`.
  if (typeof kind === 'string' && !KINDS.includes(kind)) return { unsupported: part };
  if (isJsonObject(file)) return { ...rest, ...pickAndRenameFields(file, FILE_FIELDS) };
  const { data, metadata, ...content } = rest;
  if (!isJsonObject(metadata)) return rest;
  const { [WRAPPED_DATA_KEY]: wrapped, [PART_FIELDS_KEY]: fields, ...others } = metadata;
  if (wrapped === undefined && fields === undefined) return rest;
  const isWrapped = wrapped === true && isJsonObject(data);
  return {
    ...content,
    ...omitUndefined({ data: isWrapped ? (data['value'] ?? null) : data }),
    ...(isJsonObject(fields) && pickAndRenameFields(fields, PART_FIELDS)),
    ...(Object.keys(others).length > 0 && { metadata: others }),
  };
}

/** Names of file fields in A2A 1.0, by their names in the bindings of A2A 0.3. */
const FILE_FIELDS: Readonly<Record<string, string>> = {
  bytes: 'raw',
  fileWithBytes: 'raw',
  uri: 'url',
  fileWithUri: 'url',
  mimeType: 'mediaType',
  name: 'filename',
};

const PART_FIELDS: typeof FILE_FIELDS = { filename: 'filename', mediaType: 'mediaType' };

function pickAndRenameFields(object: JsonObject, names: typeof FILE_FIELDS): JsonObject {
  const entries = Object.entries(names).flatMap(([field, name]): [string, JsonValue][] =>
    object[field] === undefined ? [] : [[name, object[field]]],
  );
  return Object.fromEntries(entries);
}
