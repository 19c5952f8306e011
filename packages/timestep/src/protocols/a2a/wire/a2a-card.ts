import type { JsonObject } from '#core';
import {
  DEFAULT_INPUT_MODES,
  DEFAULT_OUTPUT_MODES,
  type AgentDescription,
  type AgentSecurity,
  type AgentSkill,
} from './agent-description.ts';
import { TOOL_CALLS_EXTENSION } from './tool-calls.ts';

export interface CardCapabilities {
  readonly pushNotifications: boolean;
}

export const NO_PUSH: CardCapabilities = { pushNotifications: false };

/** Builds the 1.0 card (section 4.4.1). */
export function buildA2ACard(
  agent: AgentDescription,
  url: string,
  { pushNotifications }: CardCapabilities = NO_PUSH,
): JsonObject {
  const { skills = [], security = [] } = agent;
  return {
    name: agent.title ?? agent.name,
    description: agent.description,
    version: agent.version,
    supportedInterfaces: listInterfaces(agent, url),
    ...getOptionalCardFields(agent),
    capabilities: {
      streaming: true,
      pushNotifications,
      extendedAgentCard: agent.extended !== undefined,
      extensions: listExtensions(agent),
    },
    ...(security.length > 0 && {
      securitySchemes: Object.fromEntries(security.map((one) => [one.name, securityToScheme(one)])),
      securityRequirements: security.map((one) => ({
        schemes: { [one.name]: { list: getScopes(one) } },
      })),
    }),
    defaultInputModes: agent.inputModes ?? DEFAULT_INPUT_MODES,
    defaultOutputModes: agent.outputModes ?? DEFAULT_OUTPUT_MODES,
    skills: skills.map(skillToCard),
  };
}

export function getOptionalCardFields({
  provider,
  documentationUrl,
  iconUrl,
}: AgentDescription): JsonObject {
  return {
    ...(provider && { provider: { ...provider } }),
    ...(documentationUrl !== undefined && { documentationUrl }),
    ...(iconUrl !== undefined && { iconUrl }),
  };
}

/** Lists interfaces: newest version and richest binding first, then the agent's additional ones. */
export function listInterfaces({ interfaces = [] }: AgentDescription, url: string): JsonObject[] {
  const own = ['1.0', '0.3'].flatMap((protocolVersion) =>
    ['JSONRPC', 'HTTP+JSON'].map((protocolBinding) => ({ url, protocolBinding, protocolVersion })),
  );
  return [...own, ...interfaces.map((one) => ({ ...one }))];
}

/** Lists extensions: the tool calls extension, which every agent supports, then the agent's own. */
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

export function skillToCard({ tags = [], ...skill }: AgentSkill): JsonObject {
  return { ...skill, tags };
}

export function getScopes(security: AgentSecurity): readonly string[] {
  return 'scopes' in security ? (security.scopes ?? []) : [];
}

export function securityToScheme(security: AgentSecurity): JsonObject {
  const described = getDescriptionField(security);
  switch (security.kind) {
    case 'http':
      return { httpAuthSecurityScheme: { ...httpSecurityToScheme(security), ...described } };
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

export function getDescriptionField({ description }: AgentSecurity): JsonObject {
  return description === undefined ? {} : { description };
}

export function httpSecurityToScheme({
  scheme,
  bearerFormat,
}: Extract<AgentSecurity, { kind: 'http' }>): JsonObject {
  return { scheme, ...(bearerFormat !== undefined && { bearerFormat }) };
}
