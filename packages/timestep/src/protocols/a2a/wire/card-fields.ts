import { isJsonObject, type JsonObject, type JsonValue, toCanonicalJson } from '#core';

/** A field of a protocol buffer message. */
interface MessageField {
  readonly isOmitted: (value: JsonValue) => boolean;
  readonly fields?: MessageFields;
  readonly isMap?: boolean;
}

type MessageFields = Readonly<Record<string, MessageField>>;

const REQUIRED: MessageField = { isOmitted: () => false };
const OMIT_IF_DEFAULT: MessageField = { isOmitted: isProtoDefault };

function isProtoDefault(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === false || value === 0 || value === null;
}

const omitIfEqual = (usual: JsonValue): MessageField => ({ isOmitted: (value) => value === usual });
const messageField = (fields: MessageFields): MessageField => ({ isOmitted: () => false, fields });
const repeatedField = (fields: MessageFields): MessageField => ({ ...OMIT_IF_DEFAULT, fields });
const mapField = (fields: MessageFields): MessageField => ({
  ...OMIT_IF_DEFAULT,
  fields,
  isMap: true,
});
const requiredFields = (...names: readonly string[]): MessageFields =>
  Object.fromEntries(names.map((name) => [name, REQUIRED]));
const optionalFields = (...names: readonly string[]): MessageFields =>
  Object.fromEntries(names.map((name) => [name, OMIT_IF_DEFAULT]));

const REQUIREMENT: MessageFields = { schemes: mapField(optionalFields('list')) };

const FLOWS: MessageFields = {
  authorizationCode: messageField({
    ...requiredFields('authorizationUrl', 'tokenUrl', 'scopes'),
    ...optionalFields('refreshUrl', 'pkceRequired'),
  }),
  clientCredentials: messageField({
    ...requiredFields('tokenUrl', 'scopes'),
    ...optionalFields('refreshUrl'),
  }),
  implicit: messageField(optionalFields('authorizationUrl', 'refreshUrl', 'scopes')),
  password: messageField(optionalFields('tokenUrl', 'refreshUrl', 'scopes')),
  deviceCode: messageField({
    ...requiredFields('deviceAuthorizationUrl', 'tokenUrl', 'scopes'),
    ...optionalFields('refreshUrl'),
  }),
};

const SCHEME: MessageFields = {
  apiKeySecurityScheme: messageField({
    ...optionalFields('description'),
    ...requiredFields('location', 'name'),
  }),
  httpAuthSecurityScheme: messageField({
    ...optionalFields('description', 'bearerFormat'),
    ...requiredFields('scheme'),
  }),
  oauth2SecurityScheme: messageField({
    ...optionalFields('description', 'oauth2MetadataUrl'),
    flows: messageField(FLOWS),
  }),
  openIdConnectSecurityScheme: messageField({
    ...optionalFields('description'),
    ...requiredFields('openIdConnectUrl'),
  }),
  mtlsSecurityScheme: messageField(optionalFields('description')),
};

/** The fields of a 1.0 card (section 4.4), without signatures. */
const CARD_FIELDS: MessageFields = {
  ...requiredFields('name', 'description', 'version', 'documentationUrl', 'iconUrl'),
  ...requiredFields('defaultInputModes', 'defaultOutputModes'),
  supportedInterfaces: messageField({
    ...requiredFields('url', 'protocolBinding', 'protocolVersion'),
    ...optionalFields('tenant'),
  }),
  provider: messageField(requiredFields('url', 'organization')),
  capabilities: messageField({
    ...requiredFields('streaming', 'pushNotifications', 'extendedAgentCard'),
    extensions: repeatedField({
      ...optionalFields('uri', 'description', 'required'),
      ...requiredFields('params'),
    }),
  }),
  securitySchemes: mapField(SCHEME),
  securityRequirements: repeatedField(REQUIREMENT),
  skills: messageField({
    ...requiredFields('id', 'name', 'description', 'tags'),
    ...optionalFields('examples', 'inputModes', 'outputModes'),
    securityRequirements: repeatedField(REQUIREMENT),
  }),
};

const A2A03_FLOW = messageField(
  requiredFields('authorizationUrl', 'tokenUrl', 'refreshUrl', 'scopes'),
);

/** Fields of an A2A 0.3 card without signatures. Default values and scheme types are omitted. */
const A2A03_CARD_FIELDS: MessageFields = {
  ...requiredFields('name', 'description', 'version', 'url', 'documentationUrl', 'iconUrl'),
  ...requiredFields('defaultInputModes', 'defaultOutputModes', 'security'),
  ...requiredFields('supportsAuthenticatedExtendedCard'),
  protocolVersion: omitIfEqual('0.3.0'),
  preferredTransport: omitIfEqual('JSONRPC'),
  additionalInterfaces: messageField(requiredFields('url', 'transport')),
  provider: messageField(requiredFields('url', 'organization')),
  capabilities: messageField({
    ...requiredFields('streaming', 'pushNotifications', 'stateTransitionHistory'),
    extensions: messageField(requiredFields('uri', 'description', 'required', 'params')),
  }),
  securitySchemes: mapField({
    ...requiredFields('description', 'in', 'name', 'scheme', 'bearerFormat', 'openIdConnectUrl'),
    ...requiredFields('oauth2MetadataUrl'),
    flows: messageField({
      authorizationCode: A2A03_FLOW,
      clientCredentials: A2A03_FLOW,
      implicit: A2A03_FLOW,
      password: A2A03_FLOW,
    }),
  }),
  skills: messageField(
    requiredFields(
      'id',
      'name',
      'description',
      'tags',
      'examples',
      'inputModes',
      'outputModes',
      'security',
    ),
  ),
};

/** Returns the known fields of a message, except fields that must be omitted. */
function pickFields(message: JsonObject, fields: MessageFields): JsonObject {
  const entries = Object.entries(message).flatMap(([name, value]): [string, JsonValue][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [];
    const inner = pickNestedFields(value, field);
    return field.isOmitted(inner) ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

function pickNestedFields(value: JsonValue, { fields, isMap }: MessageField): JsonValue {
  if (!fields) return value;
  if (Array.isArray(value)) {
    return value.map((one: JsonValue) => (isJsonObject(one) ? pickFields(one, fields) : one));
  }
  if (!isJsonObject(value)) return value;
  if (!isMap) return pickFields(value, fields);
  const entries = Object.entries(value).map(([key, one]): [string, JsonValue] => [
    key,
    isJsonObject(one) ? pickFields(one, fields) : one,
  ]);
  return Object.fromEntries(entries);
}

/** Removes empty values. Undefined if nothing remains. */
function withoutEmpty(value: JsonValue): JsonValue | undefined {
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

/**
 * Lists the texts that a signature may cover (section 8.4.1): the form of the specification;
 * without empty values, as the official SDKs read it; also without security schemes, which the
 * JavaScript SDK drops; and the 0.3 form.
 */
export function listSignedTexts(card: JsonObject): readonly string[] {
  const said = pickFields(card, CARD_FIELDS);
  const { securitySchemes: _schemes, ...others } = said;
  const forms = [said, withoutEmpty(said), withoutEmpty(others)];
  if ('protocolVersion' in card) forms.push(withoutEmpty(pickFields(card, A2A03_CARD_FIELDS)));
  return [...new Set(forms.map((form) => toCanonicalJson(form ?? {})))];
}

/** Lists texts that a signature may cover, with all fields, as the signer may know other ones. */
export function listVerifiableTexts(card: JsonObject): readonly string[] {
  const { signatures: _signatures, ...whole } = card;
  return [...new Set([toCanonicalJson(whole), ...listSignedTexts(card)])];
}
