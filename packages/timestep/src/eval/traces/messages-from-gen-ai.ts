import {
  isJsonObject,
  type AssistantMessage,
  type ContentPart,
  type JsonObject,
  type JsonValue,
  type Message,
  type ToolCall,
  type ToolMessage,
} from '../../core/index.ts';

/** Creates the error for an invalid field with a path such as `[1].parts[0].id`. */
export type CreateFieldError = (path: string, what: string) => Error;

/**
 * Converts messages of the GenAI conventions (`gen_ai.input.messages`, `gen_ai.output.messages`: a
 * JSON text or a list of `{ role, parts }`) to transcript messages. Reasoning is omitted, because
 * it is not part of the answer.
 */
export function genAiToMessages(given: JsonValue, wrong: CreateFieldError): Message[] {
  return readObjectList(given, '', wrong).flatMap((message, index) =>
    splitGenAiMessage(message, `[${index}]`, wrong),
  );
}

/** Reads the text of `gen_ai.system_instructions`, which is a list of parts. */
export function genAiToInstructions(given: JsonValue, wrong: CreateFieldError): string {
  return readObjectList(given, '', wrong).map(getPartText).join('\n');
}

/**
 * Converts one message of the conventions. It may contain several tool results, each of which
 * becomes a separate message.
 */
function splitGenAiMessage(message: JsonObject, path: string, wrong: CreateFieldError): Message[] {
  const { role, parts = [], content } = message;
  const all =
    typeof content === 'string'
      ? [{ type: 'text', content }]
      : readObjectList(parts, `${path}.parts`, wrong);
  switch (role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: all.map(getPartText).join('\n') }];
    case 'user':
      // Some recorders write tool results into a user message, as some models receive them.
      return [...readToolResults(all, path, wrong), ...createUserMessages(all)];
    case 'tool':
      return readToolResults(all, path, wrong);
    case 'assistant':
      return [createAssistantMessage(all, path, wrong), ...readToolResults(all, path, wrong)];
    default:
      throw wrong(`${path}.role`, 'must be system, user, assistant or tool');
  }
}

function createUserMessages(parts: readonly JsonObject[]): Message[] {
  const said = parts.filter(({ type }) => type !== 'tool_call_response' && type !== 'reasoning');
  if (said.length === 0) return [];
  const isText = said.every(({ type }) => type === 'text');
  const content = isText ? said.map(getPartText).join('\n') : said.map(createContentPart);
  return [{ role: 'user', content }];
}

function createContentPart(part: JsonObject): ContentPart {
  const { type, content, uri, modality, mime_type: mediaType } = part;
  if (type === 'text') return { type: 'text', text: getPartText(part) };
  const media = typeof mediaType === 'string' ? mediaType : 'application/octet-stream';
  const inline = type === 'blob' && typeof content === 'string' ? content : undefined;
  const data = inline === undefined ? undefined : `data:${media};base64,${inline}`;
  const url = typeof uri === 'string' ? uri : data;
  if (url === undefined) return { type: 'data', data: part };
  return modality === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { url, media_type: media } };
}

function createAssistantMessage(
  parts: readonly JsonObject[],
  path: string,
  wrong: CreateFieldError,
): AssistantMessage {
  const calls = parts.flatMap((part, index): ToolCall[] => {
    if (part['type'] !== 'tool_call') return [];
    const { name, id, arguments: args = {} } = part;
    if (typeof name !== 'string') throw wrong(`${path}.parts[${index}].name`, 'must be a string');
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const known = typeof id === 'string' ? id : `${path}.${index}`;
    return [{ id: known, type: 'function', function: { name, arguments: text } }];
  });
  const texts = parts.filter(({ type }) => type === 'text').map(getPartText);
  return {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : texts.join('\n'),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function readToolResults(
  parts: readonly JsonObject[],
  path: string,
  wrong: CreateFieldError,
): ToolMessage[] {
  return parts.flatMap((part, index): ToolMessage[] => {
    if (part['type'] !== 'tool_call_response') return [];
    const { id, response = part['result'] ?? null } = part;
    if (typeof id !== 'string') throw wrong(`${path}.parts[${index}].id`, 'must be a string');
    return [{ role: 'tool', tool_call_id: id, content: formatToolResult(response) }];
  });
}

/** Formats a tool result as a model receives it: strings unchanged, other values as JSON. */
export function formatToolResult(response: JsonValue): string {
  return typeof response === 'string' ? response : JSON.stringify(response);
}

function getPartText({ content }: JsonObject): string {
  if (content === undefined || content === null) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function readObjectList(given: JsonValue, path: string, wrong: CreateFieldError): JsonObject[] {
  const value = typeof given === 'string' ? parseJsonText(given, path, wrong) : given;
  if (!Array.isArray(value)) throw wrong(path, 'must be a list');
  return (value as JsonValue[]).map((item, index) => {
    if (!isJsonObject(item)) throw wrong(`${path}[${index}]`, 'must be an object');
    return item;
  });
}

function parseJsonText(text: string, path: string, wrong: CreateFieldError): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw wrong(path, 'is a string that is not valid JSON: it may be truncated');
  }
}
