import {
  isJsonObject,
  omitUndefined,
  readId,
  readObject,
  readText,
  reportField,
  requireText,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';
import type { PushTarget } from '#engine/port';

export type RequestedPushTarget = Omit<PushTarget, 'taskId' | 'version'>;

/**
 * Reads a push config (section 4.3.1). A config without an id replaces an earlier config without an id. Throws
 * `A2AError`.
 */
export function readPushConfig(config: Fields): RequestedPushTarget {
  const token = readText(config, 'token');
  const authentication = readObject(config, 'authentication');
  // In ProtoJSON, an unset message may be an object without fields.
  const isGiven = authentication && Object.keys(authentication.object).length > 0;
  const credentials = isGiven ? readText(authentication, 'credentials') : undefined;
  const scheme = isGiven ? requireText(authentication, 'scheme') : undefined;
  for (const [name, value] of Object.entries({ token, credentials, scheme })) {
    if (value !== undefined && !HEADER_VALUE.test(value)) {
      reportField(config, name, 'must be printable ASCII on one line');
    }
  }
  return omitUndefined({
    id: readId(config, 'id') ?? DEFAULT_PUSH_ID,
    url: requireText(config, 'url'),
    token,
    authentication: scheme === undefined ? undefined : omitUndefined({ scheme, credentials }),
  });
}

export const DEFAULT_PUSH_ID = 'default';

const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** Returns a target as a push config in the A2A 1.0 form for its owner, without the credentials of `authentication`. */
export function targetToPushConfig(target: PushTarget): JsonObject {
  const { taskId, id, url, token, authentication } = target;
  const shown = authentication && { scheme: authentication.scheme };
  return omitUndefined({ taskId, id, url, token, authentication: shown });
}

/** Converts a push config to A2A 0.3, which nests it and lists authentication schemes. */
export function targetToA2A03PushConfig(target: PushTarget): JsonObject {
  const { taskId, id, url, token, authentication } = target;
  const shown = authentication && { schemes: [authentication.scheme] };
  const pushNotificationConfig = omitUndefined({ id, url, token, authentication: shown });
  return { taskId, pushNotificationConfig };
}

/** Converts a push config to a named resource, as in the protocol buffer JSON of A2A 0.3. */
export function targetToA2A03RestPushConfig(target: PushTarget): JsonObject {
  const { pushNotificationConfig = {} } = targetToA2A03PushConfig(target);
  const name = `tasks/${target.taskId}/pushNotificationConfigs/${target.id}`;
  return { name, pushNotificationConfig };
}

/** Converts a push config of A2A 0.3, which some bindings nest in another object. */
export function pushConfigFromA2A03(config: JsonValue): JsonValue {
  if (!isJsonObject(config)) return config;
  const { authentication, ...rest } = config;
  if (!isJsonObject(authentication)) return config;
  const { schemes, ...others } = authentication;
  const [scheme = null] = Array.isArray(schemes) ? (schemes as JsonValue[]) : [];
  return { ...rest, authentication: { ...(scheme !== null && { scheme }), ...others } };
}

export function pushParamsFromA2A03(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { taskId, id, pushNotificationConfigId, pushNotificationConfig } = params;
  const config = pushConfigFromA2A03(pushNotificationConfig ?? {});
  if (!isJsonObject(config)) return { pushNotificationConfig: config };
  return {
    ...config,
    taskId: taskId ?? id ?? null,
    ...(pushNotificationConfigId !== undefined && { id: pushNotificationConfigId }),
  };
}

/** Converts push configs of A2A 0.3 at any nesting depth. */
export function pushConfigFromA2A03Rest({ config, ...body }: JsonObject): JsonObject {
  const outer = isJsonObject(config) ? config : body;
  const inner = pushConfigFromA2A03(outer['pushNotificationConfig'] ?? outer);
  return isJsonObject(inner) ? inner : outer;
}
