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

/** Makes the error for a wrong field, named by its path as `[1].parts[0].id`. */
export type Wrong = (path: string, what: string) => Error;

/**
 * Messages in the form of the GenAI conventions (`gen_ai.input.messages`, `gen_ai.output.messages`:
 * a JSON text or a list of `{ role, parts }`) as transcript. Reasoning is left out, because the
 * agent did not say it.
 */
export function messagesFromGenAi(given: JsonValue, wrong: Wrong): Message[] {
  return listFrom(given, '', wrong).flatMap((message, index) =>
    messagesIn(message, `[${index}]`, wrong),
  );
}

/** The text of `gen_ai.system_instructions`, which is a list of parts. */
export function instructionsFromGenAi(given: JsonValue, wrong: Wrong): string {
  return listFrom(given, '', wrong).map(textIn).join('\n');
}

/** One message of the conventions holds the results of several tools; here each is a message. */
function messagesIn(message: JsonObject, path: string, wrong: Wrong): Message[] {
  const { role, parts = [], content } = message;
  const all =
    typeof content === 'string'
      ? [{ type: 'text', content }]
      : listFrom(parts, `${path}.parts`, wrong);
  switch (role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: all.map(textIn).join('\n') }];
    case 'user':
      // Some recorders write tool results into a message of the user, as some models receive them.
      return [...resultsIn(all, path, wrong), ...userMessages(all)];
    case 'tool':
      return resultsIn(all, path, wrong);
    case 'assistant':
      return [assistantMessage(all, path, wrong), ...resultsIn(all, path, wrong)];
    default:
      throw wrong(`${path}.role`, 'must be system, user, assistant or tool');
  }
}

function userMessages(parts: readonly JsonObject[]): Message[] {
  const said = parts.filter(({ type }) => type !== 'tool_call_response' && type !== 'reasoning');
  if (said.length === 0) return [];
  const isText = said.every(({ type }) => type === 'text');
  const content = isText ? said.map(textIn).join('\n') : said.map(contentPart);
  return [{ role: 'user', content }];
}

function contentPart(part: JsonObject): ContentPart {
  const { type, content, uri, modality, mime_type: mediaType } = part;
  if (type === 'text') return { type: 'text', text: textIn(part) };
  const media = typeof mediaType === 'string' ? mediaType : 'application/octet-stream';
  const inline = type === 'blob' && typeof content === 'string' ? content : undefined;
  const data = inline === undefined ? undefined : `data:${media};base64,${inline}`;
  const url = typeof uri === 'string' ? uri : data;
  if (url === undefined) return { type: 'data', data: part };
  return modality === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { url, media_type: media } };
}

function assistantMessage(
  parts: readonly JsonObject[],
  path: string,
  wrong: Wrong,
): AssistantMessage {
  const calls = parts.flatMap((part, index): ToolCall[] => {
    if (part['type'] !== 'tool_call') return [];
    const { name, id, arguments: args = {} } = part;
    if (typeof name !== 'string') throw wrong(`${path}.parts[${index}].name`, 'must be a text');
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const known = typeof id === 'string' ? id : `${path}.${index}`;
    return [{ id: known, type: 'function', function: { name, arguments: text } }];
  });
  const texts = parts.filter(({ type }) => type === 'text').map(textIn);
  return {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : texts.join('\n'),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function resultsIn(parts: readonly JsonObject[], path: string, wrong: Wrong): ToolMessage[] {
  return parts.flatMap((part, index): ToolMessage[] => {
    if (part['type'] !== 'tool_call_response') return [];
    const { id, response = part['result'] ?? null } = part;
    if (typeof id !== 'string') throw wrong(`${path}.parts[${index}].id`, 'must be a text');
    return [{ role: 'tool', tool_call_id: id, content: contentOf(response) }];
  });
}

/** The result of a tool as a model reads it: text as it is, anything else as JSON. */
export function contentOf(response: JsonValue): string {
  return typeof response === 'string' ? response : JSON.stringify(response);
}

function textIn({ content }: JsonObject): string {
  if (content === undefined || content === null) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function listFrom(given: JsonValue, path: string, wrong: Wrong): JsonObject[] {
  const value = typeof given === 'string' ? parsed(given, path, wrong) : given;
  if (!Array.isArray(value)) throw wrong(path, 'must be a list');
  return (value as JsonValue[]).map((item, index) => {
    if (!isJsonObject(item)) throw wrong(`${path}[${index}]`, 'must be an object');
    return item;
  });
}

function parsed(text: string, path: string, wrong: Wrong): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw wrong(path, 'is a text that is not JSON: it may have been cut off');
  }
}
