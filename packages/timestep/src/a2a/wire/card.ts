import type { JsonObject } from '../../core/index.ts';
import {
  DEFAULT_INPUT_MODES,
  DEFAULT_OUTPUT_MODES,
  type AgentDescription,
  type AgentSecurity,
  type AgentSkill,
} from './agent-description.ts';
import { TOOL_CALLS_EXTENSION } from './tool-calls.ts';

/** What only some servers of an agent can do. */
export interface CardCapabilities {
  readonly pushNotifications: boolean;
}

export const NO_PUSH: CardCapabilities = { pushNotifications: false };

/** The 1.0 card (section 4.4.1) of an agent that is reached at `url`, in both versions. */
export function cardOf(
  agent: AgentDescription,
  url: string,
  { pushNotifications }: CardCapabilities = NO_PUSH,
): JsonObject {
  const { skills = [], security = [] } = agent;
  return {
    name: agent.title ?? agent.name,
    description: agent.description,
    version: agent.version,
    supportedInterfaces: interfacesOf(agent, url),
    ...aboutOf(agent),
    capabilities: {
      streaming: true,
      pushNotifications,
      extendedAgentCard: agent.extended !== undefined,
      extensions: extensionsOf(agent),
    },
    ...(security.length > 0 && {
      securitySchemes: Object.fromEntries(security.map((one) => [one.name, schemeOf(one)])),
      securityRequirements: security.map((one) => ({
        schemes: { [one.name]: { list: scopesOf(one) } },
      })),
    }),
    defaultInputModes: agent.inputModes ?? DEFAULT_INPUT_MODES,
    defaultOutputModes: agent.outputModes ?? DEFAULT_OUTPUT_MODES,
    skills: skills.map(skillOf),
  };
}

/** What both versions of a card say of an agent where its description does. */
export function aboutOf({ provider, documentationUrl, iconUrl }: AgentDescription): JsonObject {
  return {
    ...(provider && { provider: { ...provider } }),
    ...(documentationUrl !== undefined && { documentationUrl }),
    ...(iconUrl !== undefined && { iconUrl }),
  };
}

/** The same address in every version and binding, newest and richest first, and other ways to the agent. */
export function interfacesOf({ interfaces = [] }: AgentDescription, url: string): JsonObject[] {
  const own = ['1.0', '0.3'].flatMap((protocolVersion) =>
    ['JSONRPC', 'HTTP+JSON'].map((protocolBinding) => ({ url, protocolBinding, protocolVersion })),
  );
  return [...own, ...interfaces.map((one) => ({ ...one }))];
}

/** That of tool calls, which every agent knows, and those of the agent. */
export function extensionsOf({ extensions = [] }: AgentDescription): JsonObject[] {
  return [
    {
      uri: TOOL_CALLS_EXTENSION,
      description: 'Tool calls for the client to make, and their results, as data parts.',
      required: false,
    },
    ...extensions.map(({ required = false, ...extension }) => ({ ...extension, required })),
  ];
}

export function skillOf({ tags = [], ...skill }: AgentSkill): JsonObject {
  return { ...skill, tags };
}

export function scopesOf(security: AgentSecurity): readonly string[] {
  return 'scopes' in security ? (security.scopes ?? []) : [];
}

export function schemeOf(security: AgentSecurity): JsonObject {
  const described = descriptionOf(security);
  switch (security.kind) {
    case 'http':
      return { httpAuthSecurityScheme: { ...httpSchemeOf(security), ...described } };
    case 'api-key':
      return {
        apiKeySecurityScheme: { location: security.in, name: security.field, ...described },
      };
    case 'openid':
      return {
        openIdConnectSecurityScheme: { openIdConnectUrl: security.url, ...described },
      };
    case 'oauth2':
      return { oauth2SecurityScheme: { flows: security.flows, ...described } };
  }
}

export function descriptionOf({ description }: AgentSecurity): JsonObject {
  return description === undefined ? {} : { description };
}

/** The scheme of HTTP authentication, as both versions write it. */
export function httpSchemeOf({
  scheme,
  bearerFormat,
}: Extract<AgentSecurity, { kind: 'http' }>): JsonObject {
  return { scheme, ...(bearerFormat !== undefined && { bearerFormat }) };
}
