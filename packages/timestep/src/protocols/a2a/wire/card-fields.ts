import { isJsonObject, type JsonObject, type JsonValue, toCanonicalJson } from '#core';

/** A field of a protocol buffer message: whether it may be omitted, and the fields of nested messages. */
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

/**
 * Parses a list of protocol buffer field names. A name with `?` means that the field is omitted if it has its
 * default value.
 */
function parseMessageFields(names: string, nested: MessageFields = {}): MessageFields {
  const fields = names.split(' ').map((name): [string, MessageField] => {
    const isOptional = name.endsWith('?');
    return isOptional ? [name.slice(0, -1), OMIT_IF_DEFAULT] : [name, REQUIRED];
  });
  return { ...Object.fromEntries(fields), ...nested };
}

/** Kinds of protocol buffer fields that contain messages: always present, omitted if empty, or a map. */
const messageField = (fields: MessageFields): MessageField => ({ ...REQUIRED, fields });
const repeatedField = (fields: MessageFields): MessageField => ({ ...OMIT_IF_DEFAULT, fields });
const mapField = (fields: MessageFields): MessageField => ({
  ...repeatedField(fields),
  isMap: true,
});
const omitIfEqual = (usual: JsonValue): MessageField => ({ isOmitted: (value) => value === usual });

const REQUIREMENTS = {
  securityRequirements: repeatedField({ schemes: mapField(parseMessageFields('list?')) }),
};

const FLOWS: MessageFields = {
  authorizationCode: messageField(
    parseMessageFields('authorizationUrl tokenUrl scopes refreshUrl? pkceRequired?'),
  ),
  clientCredentials: messageField(parseMessageFields('tokenUrl scopes refreshUrl?')),
  implicit: messageField(parseMessageFields('authorizationUrl? refreshUrl? scopes?')),
  password: messageField(parseMessageFields('tokenUrl? refreshUrl? scopes?')),
  deviceCode: messageField(
    parseMessageFields('deviceAuthorizationUrl tokenUrl scopes refreshUrl?'),
  ),
};

const SCHEME: MessageFields = {
  apiKeySecurityScheme: messageField(parseMessageFields('description? location name')),
  httpAuthSecurityScheme: messageField(parseMessageFields('description? bearerFormat? scheme')),
  oauth2SecurityScheme: messageField(
    parseMessageFields('description? oauth2MetadataUrl?', { flows: messageField(FLOWS) }),
  ),
  openIdConnectSecurityScheme: messageField(parseMessageFields('description? openIdConnectUrl')),
  mtlsSecurityScheme: messageField(parseMessageFields('description?')),
};

const PROVIDER = { provider: messageField(parseMessageFields('url organization')) };

const SHARED =
  'name description version documentationUrl iconUrl defaultInputModes defaultOutputModes';

/** The fields of a 1.0 card (section 4.4), without signatures. */
const CARD_FIELDS: MessageFields = parseMessageFields(SHARED, {
  ...PROVIDER,
  ...REQUIREMENTS,
  supportedInterfaces: messageField(
    parseMessageFields('url protocolBinding protocolVersion tenant?'),
  ),
  capabilities: messageField(
    parseMessageFields('streaming pushNotifications extendedAgentCard', {
      extensions: repeatedField(parseMessageFields('uri? description? required? params')),
    }),
  ),
  securitySchemes: mapField(SCHEME),
  skills: messageField(
    parseMessageFields('id name description tags examples? inputModes? outputModes?', REQUIREMENTS),
  ),
});

const A2A03_FLOW = messageField(parseMessageFields('authorizationUrl tokenUrl refreshUrl scopes'));

const A2A03_SCHEME: MessageFields = parseMessageFields(
  'description in name scheme bearerFormat openIdConnectUrl oauth2MetadataUrl',
  {
    flows: messageField({
      authorizationCode: A2A03_FLOW,
      clientCredentials: A2A03_FLOW,
      implicit: A2A03_FLOW,
      password: A2A03_FLOW,
    }),
  },
);

/** The fields of a 0.3 card, without signatures. Default values and scheme types are omitted. */
const A2A03_CARD_FIELDS: MessageFields = parseMessageFields(
  `${SHARED} url security supportsAuthenticatedExtendedCard`,
  {
    ...PROVIDER,
    protocolVersion: omitIfEqual('0.3.0'),
    preferredTransport: omitIfEqual('JSONRPC'),
    additionalInterfaces: messageField(parseMessageFields('url transport')),
    capabilities: messageField(
      parseMessageFields('streaming pushNotifications stateTransitionHistory', {
        extensions: messageField(parseMessageFields('uri description required params')),
      }),
    ),
    securitySchemes: mapField(A2A03_SCHEME),
    skills: messageField(
      parseMessageFields('id name description tags examples inputModes outputModes security'),
    ),
  },
);

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

/** Removes empty values from a JSON value. Undefined if nothing remains. */
function removeEmptyValues(value: JsonValue): JsonValue | undefined {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    const items = value.flatMap((one: JsonValue) => removeEmptyValues(one) ?? []);
    return items.length > 0 ? items : undefined;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, one]): [string, JsonValue][] => {
    const inner = removeEmptyValues(one);
    return inner === undefined ? [] : [[key, inner]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * Lists the texts of a card that a signature may cover (section 8.4.1): the form of the specification; without
 * empty values, as the official SDKs do; also without security schemes, which the JavaScript SDK drops; and the 0.3
 * form.
 */
export function listCanonicalCardTexts(card: JsonObject): readonly string[] {
  const said = pickFields(card, CARD_FIELDS);
  const { securitySchemes: _schemes, ...others } = said;
  const forms = [said, removeEmptyValues(said), removeEmptyValues(others)];
  if ('protocolVersion' in card) forms.push(removeEmptyValues(pickFields(card, A2A03_CARD_FIELDS)));
  return [...new Set(forms.map((form) => toCanonicalJson(form ?? {})))];
}

/** Lists texts of a card that a signature may cover, including unknown fields that its signer may know. */
export function listTextsSignatureMayCover(card: JsonObject): readonly string[] {
  const { signatures: _signatures, ...whole } = card;
  return [...new Set([toCanonicalJson(whole), ...listCanonicalCardTexts(card)])];
}
