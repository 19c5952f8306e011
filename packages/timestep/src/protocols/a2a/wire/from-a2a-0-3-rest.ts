import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import { configurationFromA2A03, messageFromA2A03 } from './from-a2a-0-3.ts';

/**
 * Accepts both 0.3 spellings: the JSON of its protocol buffers (`request`, `content`), which SDKs
 * send, and the JSON-RPC form (`message`, `parts`), which the specification describes.
 */
export function sendParamsFromA2A03Rest(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { request, message, configuration, ...rest } = params;
  const given = request ?? message;
  return {
    ...rest,
    ...(given !== undefined && { message: messageFromA2A03Rest(given) }),
    ...(configuration !== undefined && {
      configuration: configurationFromA2A03Rest(configuration),
    }),
  };
}

function messageFromA2A03Rest(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const { content, ...rest } = message;
  if (!Array.isArray(content)) return messageFromA2A03(message);
  return { ...rest, parts: content.map(partFromA2A03Rest) };
}

function configurationFromA2A03Rest(configuration: JsonValue): JsonValue {
  if (!isJsonObject(configuration)) return configuration;
  const { pushNotification, ...rest } = configuration;
  return configurationFromA2A03({
    ...rest,
    ...(pushNotification !== undefined && { pushNotificationConfig: pushNotification }),
  });
}

function partFromA2A03Rest(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const { file, data, ...rest } = part;
  if (isJsonObject(file)) return { ...rest, ...fileFromA2A03Rest(file) };
  if (isJsonObject(data)) return { ...rest, data: data['data'] ?? null };
  return { ...rest, ...(file !== undefined && { file }), ...(data !== undefined && { data }) };
}

function fileFromA2A03Rest({ fileWithBytes, fileWithUri, mimeType, name }: JsonObject): JsonObject {
  return {
    ...(fileWithBytes !== undefined && { raw: fileWithBytes }),
    ...(fileWithUri !== undefined && { url: fileWithUri }),
    ...(mimeType !== undefined && { mediaType: mimeType }),
    ...(name !== undefined && { filename: name }),
  };
}
