import {
  createFields,
  parseJson,
  readObjects,
  readValue,
  reportField,
  requireText,
  type AssistantMessage,
  type ContentPart,
  type Fields,
  type JsonValue,
  type Message,
  type ToolCall,
  type ToolMessage,
} from '#core';

/** Reads GenAI messages, a list of `{ role, parts }` or its JSON text. Reasoning is omitted. */
export function readGenAiMessages(attributes: Fields, name: string): Message[] {
  return readObjectList(attributes, name).flatMap(readMessage);
}

/** Reads the text of `gen_ai.system_instructions`, which is a list of parts. */
export function readGenAiInstructions(attributes: Fields, name: string): string {
  return readObjectList(attributes, name).map(formatPartContent).join('\n');
}

/** Reads one message; each tool result in it becomes a separate message. */
function readMessage(message: Fields): Message[] {
  const { role, content } = message.object;
  const isText = typeof content === 'string';
  const text = createFields({ type: 'text', content: content ?? '' }, message.rules);
  const parts = isText ? [text] : readObjectList(message, 'parts');
  switch (role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: parts.map(formatPartContent).join('\n') }];
    case 'user':
      // Some recorders write tool results into a user message, as some models receive them.
      return [...readToolResults(parts), ...createUserMessages(parts)];
    case 'tool':
      return readToolResults(parts);
    case 'assistant':
      return [readAssistantMessage(parts), ...readToolResults(parts)];
    default:
      return reportField(message, 'role', 'must be system, user, assistant or tool') ?? [];
  }
}

function createUserMessages(parts: readonly Fields[]): Message[] {
  const said = parts.filter(({ object: { type } }) => !TYPES_NOT_OF_USER.includes(type));
  if (said.length === 0) return [];
  const isText = said.every(({ object }) => object['type'] === 'text');
  const content = isText
    ? said.map(formatPartContent).join('\n')
    : said.map(genAiPartToContentPart);
  return [{ role: 'user', content }];
}

const TYPES_NOT_OF_USER: readonly unknown[] = ['tool_call_response', 'reasoning'];

function genAiPartToContentPart(part: Fields): ContentPart {
  const { type, content, uri, modality, mime_type: mediaType } = part.object;
  if (type === 'text') return { type: 'text', text: formatPartContent(part) };
  const media = typeof mediaType === 'string' ? mediaType : 'application/octet-stream';
  const inline = type === 'blob' && typeof content === 'string' ? content : undefined;
  const data = inline === undefined ? undefined : `data:${media};base64,${inline}`;
  const url = typeof uri === 'string' ? uri : data;
  if (url === undefined) return { type: 'data', data: part.object };
  return modality === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { url, media_type: media } };
}

function readAssistantMessage(parts: readonly Fields[]): AssistantMessage {
  const calls = selectPartsOfType(parts, 'tool_call').map((part): ToolCall => {
    const { id, arguments: args = {} } = part.object;
    const call = { name: requireText(part, 'name'), arguments: formatAsText(args) };
    return { id: typeof id === 'string' ? id : part.path, type: 'function', function: call };
  });
  const texts = selectPartsOfType(parts, 'text').map(formatPartContent);
  return {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : texts.join('\n'),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function readToolResults(parts: readonly Fields[]): ToolMessage[] {
  return selectPartsOfType(parts, 'tool_call_response').map((part): ToolMessage => {
    const { result = null, response = result } = part.object;
    return {
      role: 'tool',
      tool_call_id: requireText(part, 'id'),
      content: formatAsText(response),
    };
  });
}

function selectPartsOfType(parts: readonly Fields[], type: string): readonly Fields[] {
  return parts.filter(({ object }) => object['type'] === type);
}

/** Formats a value as a model receives it: strings unchanged, other values as JSON. */
export function formatAsText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formatPartContent({ object: { content } }: Fields): string {
  return content === undefined || content === null ? '' : formatAsText(content);
}

/** Reads a list of objects, which may be written as a JSON text. */
function readObjectList(fields: Fields, name: string): readonly Fields[] {
  const text = readValue(fields, name);
  if (typeof text !== 'string') return readObjects(fields, name) ?? [];
  const value = parseJson(text);
  if (value !== undefined) return readObjects({ ...fields, object: { [name]: value } }, name) ?? [];
  const problem = 'is a string that is not valid JSON: it may be truncated';
  return reportField(fields, name, problem) ?? [];
}
