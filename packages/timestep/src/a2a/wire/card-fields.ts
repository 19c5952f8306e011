import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';

/** A field of a message: when it is left out, and what the messages in it may hold. */
interface Field {
  readonly isOmitted: (value: JsonValue) => boolean;
  readonly fields?: Fields;
  /** Whether the messages are values under keys of their own. */
  readonly isMap?: boolean;
}

/** The fields of a message, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** Required, or marked as optional: what is there stays, whatever it holds. */
const KEPT: Field = { isOmitted: () => false };
/** Left out where it holds what protocol buffers take for nothing. */
const PLAIN: Field = { isOmitted: isNothing };

function isNothing(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === false || value === 0 || value === null;
}

const omitted = (usual: JsonValue): Field => ({ isOmitted: (value) => value === usual });
const message = (fields: Fields): Field => ({ isOmitted: () => false, fields });
const messages = (fields: Fields): Field => ({ ...PLAIN, fields });
const byName = (fields: Fields): Field => ({ ...PLAIN, fields, isMap: true });
const kept = (...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, KEPT]));
const plain = (...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, PLAIN]));

const REQUIREMENT: Fields = { schemes: byName(plain('list')) };

const FLOWS: Fields = {
  authorizationCode: message({
    ...kept('authorizationUrl', 'tokenUrl', 'scopes'),
    ...plain('refreshUrl', 'pkceRequired'),
  }),
  clientCredentials: message({ ...kept('tokenUrl', 'scopes'), ...plain('refreshUrl') }),
  implicit: message(plain('authorizationUrl', 'refreshUrl', 'scopes')),
  password: message(plain('tokenUrl', 'refreshUrl', 'scopes')),
  deviceCode: message({
    ...kept('deviceAuthorizationUrl', 'tokenUrl', 'scopes'),
    ...plain('refreshUrl'),
  }),
};

const SCHEME: Fields = {
  apiKeySecurityScheme: message({ ...plain('description'), ...kept('location', 'name') }),
  httpAuthSecurityScheme: message({
    ...plain('description', 'bearerFormat'),
    ...kept('scheme'),
  }),
  oauth2SecurityScheme: message({
    ...plain('description', 'oauth2MetadataUrl'),
    flows: message(FLOWS),
  }),
  openIdConnectSecurityScheme: message({ ...plain('description'), ...kept('openIdConnectUrl') }),
  mtlsSecurityScheme: message(plain('description')),
};

/** A card of 1.0 (section 4.4), without its signatures. */
export const CARD_FIELDS: Fields = {
  ...kept('name', 'description', 'version', 'documentationUrl', 'iconUrl'),
  ...kept('defaultInputModes', 'defaultOutputModes'),
  supportedInterfaces: message({
    ...kept('url', 'protocolBinding', 'protocolVersion'),
    ...plain('tenant'),
  }),
  provider: message(kept('url', 'organization')),
  capabilities: message({
    ...kept('streaming', 'pushNotifications', 'extendedAgentCard'),
    extensions: messages({ ...plain('uri', 'description', 'required'), ...kept('params') }),
  }),
  securitySchemes: byName(SCHEME),
  securityRequirements: messages(REQUIREMENT),
  skills: message({
    ...kept('id', 'name', 'description', 'tags'),
    ...plain('examples', 'inputModes', 'outputModes'),
    securityRequirements: messages(REQUIREMENT),
  }),
};

const FLOW_03 = message(kept('authorizationUrl', 'tokenUrl', 'refreshUrl', 'scopes'));

/** A card of 0.3, without its signatures; what is as usual is left out, and so is the kind of a security scheme. */
export const CARD_FIELDS_03: Fields = {
  ...kept('name', 'description', 'version', 'url', 'documentationUrl', 'iconUrl'),
  ...kept('defaultInputModes', 'defaultOutputModes', 'security'),
  ...kept('supportsAuthenticatedExtendedCard'),
  protocolVersion: omitted('0.3.0'),
  preferredTransport: omitted('JSONRPC'),
  additionalInterfaces: message(kept('url', 'transport')),
  provider: message(kept('url', 'organization')),
  capabilities: message({
    ...kept('streaming', 'pushNotifications', 'stateTransitionHistory'),
    extensions: message(kept('uri', 'description', 'required', 'params')),
  }),
  securitySchemes: byName({
    ...kept('description', 'in', 'name', 'scheme', 'bearerFormat', 'openIdConnectUrl'),
    ...kept('oauth2MetadataUrl'),
    flows: message({
      authorizationCode: FLOW_03,
      clientCredentials: FLOW_03,
      implicit: FLOW_03,
      password: FLOW_03,
    }),
  }),
  skills: message(
    kept('id', 'name', 'description', 'tags', 'examples', 'inputModes', 'outputModes', 'security'),
  ),
};

/** The fields that a message may hold, without those that are left out. */
export function fieldsOf(given: JsonObject, fields: Fields): JsonObject {
  const entries = Object.entries(given).flatMap(([name, value]): [string, JsonValue][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [];
    const inner = within(value, field);
    return field.isOmitted(inner) ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

function within(value: JsonValue, { fields, isMap }: Field): JsonValue {
  if (!fields) return value;
  if (Array.isArray(value)) {
    return value.map((one: JsonValue) => (isJsonObject(one) ? fieldsOf(one, fields) : one));
  }
  if (!isJsonObject(value)) return value;
  if (!isMap) return fieldsOf(value, fields);
  const entries = Object.entries(value).map(([key, one]): [string, JsonValue] => [
    key,
    isJsonObject(one) ? fieldsOf(one, fields) : one,
  ]);
  return Object.fromEntries(entries);
}

/** Without empty texts, lists and objects at any depth; nothing where that leaves nothing. */
export function withoutEmpty(value: JsonValue): JsonValue | undefined {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    const items = value.flatMap((one: JsonValue) => withoutEmpty(one) ?? []);
    return items.length > 0 ? items : undefined;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, one]): [string, JsonValue][] => {
    const inner = withoutEmpty(one);
    return inner === undefined ? [] : [[key, inner]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
