import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** For each kind of object, fields that Python clients write in snake_case. */
const RUN_FIELDS = {
  thread_id: 'threadId',
  run_id: 'runId',
  parent_run_id: 'parentRunId',
  forwarded_props: 'forwardedProps',
  protocol_version: 'protocolVersion',
};

const MESSAGE_FIELDS = { tool_calls: 'toolCalls', tool_call_id: 'toolCallId' };

const SOURCE_FIELDS = { mime_type: 'mimeType' };

const RESUME_FIELDS = { interrupt_id: 'interruptId' };

/**
 * Renames the fields of a run's input to the names of the specification. Data of the application keeps its names:
 * state, forwarded properties, payloads and the parameters of tools.
 */
export function replaceSnakeNames(body: JsonValue): JsonValue {
  if (!isJsonObject(body)) return body;
  const run = renameFields(body, RUN_FIELDS);
  const { messages, resume } = run;
  return {
    ...run,
    ...(Array.isArray(messages) && { messages: messages.map(renameFieldsOfMessage) }),
    ...(Array.isArray(resume) && { resume: resume.map(renameFieldsOfResumeEntry) }),
  };
}

function renameFieldsOfMessage(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const renamed = renameFields(message, MESSAGE_FIELDS);
  const { content } = renamed;
  return Array.isArray(content)
    ? { ...renamed, content: content.map(renameFieldsOfPart) }
    : renamed;
}

function renameFieldsOfPart(part: JsonValue): JsonValue {
  if (!isJsonObject(part) || part['source'] === undefined) return part;
  return { ...part, source: renameFieldsOfObject(part['source'], SOURCE_FIELDS) };
}

function renameFieldsOfObject(
  value: JsonValue,
  names: Readonly<Record<string, string>>,
): JsonValue {
  return isJsonObject(value) ? renameFields(value, names) : value;
}

function renameFieldsOfResumeEntry(entry: JsonValue): JsonValue {
  return renameFieldsOfObject(entry, RESUME_FIELDS);
}

/** If a field is present in both spellings, the spelling of the specification counts. */
function renameFields(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  if (!Object.keys(object).some((name) => Object.hasOwn(names, name))) return object;
  const entries = Object.entries(object).flatMap(([name, value]) => {
    const right = Object.hasOwn(names, name) ? names[name] : undefined;
    if (right === undefined) return [[name, value] as const];
    return object[right] === undefined ? [[right, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
