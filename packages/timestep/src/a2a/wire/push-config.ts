import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import type { PushTarget } from '../../port/index.ts';
import { invalidParams } from './a2a-error.ts';
import { readObject, readString, requireString } from './read-fields.ts';

/** A target as a client asks for it, before its task is known. */
export type PushWish = Omit<PushTarget, 'taskId' | 'version'>;

/**
 * Reads a push config in its 1.0 form (section 4.3.1); throws `A2AError` naming the field. A config
 * without an id is the only one of its task, or replaces it.
 */
export function pushWishIn(config: JsonObject, path: string): PushWish {
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const token = readString(config, 'token', at('token'));
  const authentication = readObject(config, 'authentication', at('authentication')) ?? {};
  // ProtoJSON writes a message that is not set as one without fields.
  const given = Object.keys(authentication).length > 0 ? authentication : undefined;
  const credentials = given && readString(given, 'credentials', at('authentication.credentials'));
  const scheme = given && requireString(given, 'scheme', at('authentication.scheme'));
  for (const [name, value] of Object.entries({ token, credentials, scheme })) {
    if (value !== undefined && !HEADER_VALUE.test(value)) {
      throw invalidParams(at(name), 'must be printable ASCII on one line');
    }
  }
  return {
    id: readString(config, 'id', at('id')) ?? DEFAULT_PUSH_ID,
    url: requireString(config, 'url', at('url')),
    ...(token !== undefined && { token }),
    ...(scheme !== undefined && {
      authentication: { scheme, ...(credentials !== undefined && { credentials }) },
    }),
  };
}

/** The id of a config that came without one. */
export const DEFAULT_PUSH_ID = 'default';

const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** A target as its owner sees it, without its credentials. */
export function pushConfigOf({ taskId, id, url, token, authentication }: PushTarget): JsonObject {
  return {
    taskId,
    id,
    url,
    ...(token !== undefined && { token }),
    ...(authentication && { authentication: { scheme: authentication.scheme } }),
  };
}

/** A target in 0.3, where it is nested and schemes are a list. */
export function pushConfigTo03(target: PushTarget): JsonObject {
  const { taskId, authentication: _one, ...config } = pushConfigOf(target);
  const { authentication } = target;
  const schemes = authentication && { authentication: { schemes: [authentication.scheme] } };
  return { taskId: taskId ?? '', pushNotificationConfig: { ...config, ...schemes } };
}

/** A target in 0.3 over REST, which is the JSON of its protocol buffers: a resource with a name. */
export function pushConfigToRest03(target: PushTarget): JsonObject {
  const { pushNotificationConfig = {} } = pushConfigTo03(target);
  const name = `tasks/${target.taskId}/pushNotificationConfigs/${target.id}`;
  return { name, pushNotificationConfig };
}

/**
 * A 0.3 config in its 1.0 form, at any place where its bindings put it; other values stay as they
 * are.
 */
export function pushConfigFrom03(config: JsonValue): JsonValue {
  if (!isJsonObject(config)) return config;
  const { authentication, ...rest } = config;
  if (!isJsonObject(authentication)) return config;
  const { schemes, ...others } = authentication;
  const [scheme = null] = Array.isArray(schemes) ? (schemes as JsonValue[]) : [];
  return { ...rest, authentication: { ...(scheme !== null && { scheme }), ...others } };
}

/** The parameters of 0.3's four methods in their 1.0 form. */
export function pushParamsFrom03(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { taskId, id, pushNotificationConfigId, pushNotificationConfig } = params;
  const config = pushConfigFrom03(pushNotificationConfig ?? {});
  if (!isJsonObject(config)) return { pushNotificationConfig: config };
  return {
    ...config,
    taskId: taskId ?? id ?? null,
    ...(pushNotificationConfigId !== undefined && { id: pushNotificationConfigId }),
  };
}

/** A config in the body of a 0.3 REST request, at any depth, in its 1.0 form. */
export function pushConfigFromRest03({ config, ...body }: JsonObject): JsonObject {
  const outer = isJsonObject(config) ? config : body;
  const inner = pushConfigFrom03(outer['pushNotificationConfig'] ?? outer);
  return isJsonObject(inner) ? inner : outer;
}
