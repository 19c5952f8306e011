import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { configurationFrom03, messageFrom03 } from './from-0-3.ts';

/**
 * From 0.3 over REST to the 1.0 form. SDKs send the JSON of 0.3's protocol buffers (`request`,
 * `content`); the text of the 0.3 specification describes its JSON-RPC form (`message`, `parts`).
 * Both are accepted.
 */
export function sendParamsFromRest03(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { request, message, configuration, ...rest } = params;
  const given = request ?? message;
  return {
    ...rest,
    ...(given !== undefined && { message: messageFromRest03(given) }),
    ...(configuration !== undefined && { configuration: configurationFromRest03(configuration) }),
  };
}

function messageFromRest03(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const { content, ...rest } = message;
  if (!Array.isArray(content)) return messageFrom03(message);
  return { ...rest, parts: content.map(partFromRest03) };
}

function configurationFromRest03(configuration: JsonValue): JsonValue {
  if (!isJsonObject(configuration)) return configuration;
  const { pushNotification, ...rest } = configuration;
  return configurationFrom03({
    ...rest,
    ...(pushNotification !== undefined && { pushNotificationConfig: pushNotification }),
  });
}

function partFromRest03(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const { file, data, ...rest } = part;
  if (isJsonObject(file)) return { ...rest, ...fileFromRest03(file) };
  if (isJsonObject(data)) return { ...rest, data: data['data'] ?? null };
  return { ...rest, ...(file !== undefined && { file }), ...(data !== undefined && { data }) };
}

function fileFromRest03({ fileWithBytes, fileWithUri, mimeType, name }: JsonObject): JsonObject {
  return {
    ...(fileWithBytes !== undefined && { raw: fileWithBytes }),
    ...(fileWithUri !== undefined && { url: fileWithUri }),
    ...(mimeType !== undefined && { mediaType: mimeType }),
    ...(name !== undefined && { filename: name }),
  };
}
