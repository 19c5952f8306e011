import { omitUndefined, type JsonObject } from '#core';
import {
  DEFAULT_INPUT_MODES,
  DEFAULT_OUTPUT_MODES,
  type AgentDescription,
  type AgentSecurity,
} from './agent-description.ts';
import { TOOL_CALLS_EXTENSION } from './tool-calls.ts';

export interface CardCapabilities {
  readonly pushNotifications: boolean;
}

export const NO_PUSH: CardCapabilities = { pushNotifications: false };

/** Builds the 1.0 card of an agent (section 4.4.1). */
export function buildA2ACard(
  agent: AgentDescription,
  url: string,
  { pushNotifications }: CardCapabilities = NO_PUSH,
): JsonObject {
  const { security = [] } = agent;
  return {
    ...buildSharedCardFields(agent, url),
    capabilities: {
      streaming: true,
      pushNotifications,
      extendedAgentCard: agent.extended !== undefined,
      extensions: listExtensions(agent),
    },
    ...(security.length > 0 && {
      securitySchemes: Object.fromEntries(
        security.map((one) => {
          const [name, scheme] = securityToScheme(one);
          return [one.name, { [name]: scheme }];
        }),
      ),
      securityRequirements: security.map((one) => ({
        schemes: { [one.name]: { list: getSchemeScopes(one) } },
      })),
    }),
  };
}

/** Builds the card fields that are equal in 1.0 and 0.3. */
export function buildSharedCardFields(agent: AgentDescription, url: string): JsonObject {
  const { name, title = name, description, version, provider, documentationUrl, iconUrl } = agent;
  const { inputModes, outputModes, skills = [] } = agent;
  return omitUndefined({
    name: title,
    description,
    version,
    supportedInterfaces: listAllInterfaces(agent, url),
    provider: provider && { ...provider },
    documentationUrl,
    iconUrl,
    defaultInputModes: inputModes ?? DEFAULT_INPUT_MODES,
    defaultOutputModes: outputModes ?? DEFAULT_OUTPUT_MODES,
    skills: skills.map(({ tags = [], ...skill }) => ({ ...skill, tags })),
  });
}

/** Lists an agent's interfaces: newest version and richest binding first, then the additional interfaces. */
function listAllInterfaces({ interfaces = [] }: AgentDescription, url: string): JsonObject[] {
  const own = ['1.0', '0.3'].flatMap((protocolVersion) =>
    ['JSONRPC', 'HTTP+JSON'].map((protocolBinding) => ({ url, protocolBinding, protocolVersion })),
  );
  return [...own, ...interfaces.map((one) => ({ ...one }))];
}

/** Lists an agent's extensions: the tool calls extension, which every agent supports, then its own extensions. */
export function listExtensions({ extensions = [] }: AgentDescription): JsonObject[] {
  return [
    {
      uri: TOOL_CALLS_EXTENSION,
      description: 'Tool calls for the client to make, and their results, as data parts.',
      required: false,
    },
    ...extensions.map(({ required = false, ...extension }) => ({ ...extension, required })),
  ];
}

export function getSchemeScopes(security: AgentSecurity): readonly string[] {
  return 'scopes' in security ? (security.scopes ?? []) : [];
}

/** Converts a security scheme to the 1.0 form, and returns the field name of that form. */
export function securityToScheme(
  security: AgentSecurity,
): readonly [name: string, scheme: JsonObject] {
  const { description } = security;
  switch (security.kind) {
    case 'http': {
      const { scheme, bearerFormat } = security;
      return ['httpAuthSecurityScheme', omitUndefined({ scheme, bearerFormat, description })];
    }
    case 'api-key': {
      const { in: location, field: name } = security;
      return ['apiKeySecurityScheme', omitUndefined({ location, name, description })];
    }
    case 'openid': {
      const { url: openIdConnectUrl } = security;
      return ['openIdConnectSecurityScheme', omitUndefined({ openIdConnectUrl, description })];
    }
    case 'oauth2':
      return ['oauth2SecurityScheme', omitUndefined({ flows: security.flows, description })];
  }
}
