import { ANY, FLAG, map, object, objects, markRequired, TEXT, TEXTS } from './check-shape.ts';
import type { CardShape } from './check-shape.ts';

/** The objects of an agent card of A2A 1.0 (sections 4.4 and 4.5). */
const REQUIREMENT: CardShape = {
  section: '4.5.1 SecurityScheme',
  fields: {
    schemes: markRequired(map({ section: '4.5.1 SecurityScheme', fields: { list: TEXTS } })),
  },
};

const PROVIDER: CardShape = {
  section: '4.4.2 AgentProvider',
  fields: { url: markRequired(TEXT), organization: markRequired(TEXT) },
};

const CAPABILITIES: CardShape = {
  section: '4.4.3 AgentCapabilities',
  fields: {
    streaming: FLAG,
    pushNotifications: FLAG,
    extendedAgentCard: FLAG,
    extensions: objects({
      section: '4.4.4 AgentExtension',
      fields: { uri: markRequired(TEXT), description: TEXT, required: FLAG, params: ANY },
    }),
  },
};

const SKILL: CardShape = {
  section: '4.4.5 AgentSkill',
  fields: {
    id: markRequired(TEXT),
    name: markRequired(TEXT),
    description: markRequired(TEXT),
    tags: markRequired(TEXTS),
    examples: TEXTS,
    inputModes: TEXTS,
    outputModes: TEXTS,
    securityRequirements: objects(REQUIREMENT),
  },
};

const INTERFACE: CardShape = {
  section: '4.4.6 AgentInterface',
  fields: {
    url: markRequired(TEXT),
    protocolBinding: markRequired(TEXT),
    protocolVersion: markRequired(TEXT),
    tenant: TEXT,
  },
};

const SIGNATURE_FIELDS: CardShape['fields'] = {
  protected: markRequired(TEXT),
  signature: markRequired(TEXT),
  header: ANY,
};

const SCOPES = markRequired({ kind: 'map' });

const FLOWS: CardShape = {
  section: '4.5.7 OAuthFlows',
  fields: {
    authorizationCode: object({
      section: '4.5.8 AuthorizationCodeOAuthFlow',
      fields: {
        authorizationUrl: markRequired(TEXT),
        tokenUrl: markRequired(TEXT),
        refreshUrl: TEXT,
        scopes: SCOPES,
        pkceRequired: FLAG,
      },
    }),
    clientCredentials: object({
      section: '4.5.9 ClientCredentialsOAuthFlow',
      fields: { tokenUrl: markRequired(TEXT), refreshUrl: TEXT, scopes: SCOPES },
    }),
    deviceCode: object({
      section: '4.5.10 DeviceCodeOAuthFlow',
      fields: {
        deviceAuthorizationUrl: markRequired(TEXT),
        tokenUrl: markRequired(TEXT),
        refreshUrl: TEXT,
        scopes: SCOPES,
      },
    }),
  },
};

const SCHEME: CardShape = {
  section: '4.5.1 SecurityScheme',
  fields: {
    apiKeySecurityScheme: object({
      section: '4.5.2 APIKeySecurityScheme',
      fields: { description: TEXT, location: markRequired(TEXT), name: markRequired(TEXT) },
    }),
    httpAuthSecurityScheme: object({
      section: '4.5.3 HTTPAuthSecurityScheme',
      fields: { description: TEXT, scheme: markRequired(TEXT), bearerFormat: TEXT },
    }),
    oauth2SecurityScheme: object({
      section: '4.5.4 OAuth2SecurityScheme',
      fields: { description: TEXT, flows: markRequired(object(FLOWS)), oauth2MetadataUrl: TEXT },
    }),
    openIdConnectSecurityScheme: object({
      section: '4.5.5 OpenIdConnectSecurityScheme',
      fields: { description: TEXT, openIdConnectUrl: markRequired(TEXT) },
    }),
    mtlsSecurityScheme: object({
      section: '4.5.6 MutualTlsSecurityScheme',
      fields: { description: TEXT },
    }),
  },
};

const SHARED: CardShape['fields'] = {
  name: markRequired(TEXT),
  description: markRequired(TEXT),
  version: markRequired(TEXT),
  documentationUrl: TEXT,
  iconUrl: TEXT,
  defaultInputModes: markRequired(TEXTS),
  defaultOutputModes: markRequired(TEXTS),
};

export const CARD: CardShape = {
  section: '4.4.1 AgentCard',
  fields: {
    ...SHARED,
    supportedInterfaces: markRequired(objects(INTERFACE)),
    provider: object(PROVIDER),
    capabilities: markRequired(object(CAPABILITIES)),
    skills: markRequired(objects(SKILL)),
    securitySchemes: map(SCHEME),
    securityRequirements: objects(REQUIREMENT),
    signatures: objects({ section: '4.4.7 AgentCardSignature', fields: SIGNATURE_FIELDS }),
  },
};

/** The objects of an agent card of A2A 0.3 (section 5.5). */
export const A2A03_CARD: CardShape = {
  section: '5.5 AgentCard Object Structure',
  fields: {
    ...SHARED,
    protocolVersion: markRequired(TEXT),
    url: markRequired(TEXT),
    preferredTransport: TEXT,
    additionalInterfaces: objects({
      section: '5.5.5 AgentInterface Object',
      fields: { url: markRequired(TEXT), transport: markRequired(TEXT) },
    }),
    provider: object({ ...PROVIDER, section: '5.5.1 AgentProvider Object' }),
    capabilities: markRequired(
      object({
        section: '5.5.2 AgentCapabilities Object',
        fields: {
          streaming: FLAG,
          pushNotifications: FLAG,
          stateTransitionHistory: FLAG,
          extensions: objects({
            section: '5.5.2.1 AgentExtension Object',
            fields: { uri: markRequired(TEXT), description: TEXT, required: FLAG, params: ANY },
          }),
        },
      }),
    ),
    skills: markRequired(
      objects({
        section: '5.5.4 AgentSkill Object',
        fields: {
          id: markRequired(TEXT),
          name: markRequired(TEXT),
          description: markRequired(TEXT),
          tags: markRequired(TEXTS),
          examples: TEXTS,
          inputModes: TEXTS,
          outputModes: TEXTS,
          security: objects({ section: '5.5.4 AgentSkill Object', fields: {} }),
        },
      }),
    ),
    securitySchemes: map({
      section: '5.5.3 SecurityScheme Object',
      fields: { type: markRequired(TEXT), description: TEXT },
    }),
    security: objects({ section: '5.5 AgentCard Object Structure', fields: {} }),
    supportsAuthenticatedExtendedCard: FLAG,
    signatures: objects({
      section: '5.5.6 AgentCardSignature Object',
      fields: SIGNATURE_FIELDS,
    }),
  },
};
