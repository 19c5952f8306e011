import type { JsonObject } from '#core';
import {
  DEFAULT_INPUT_MODES,
  DEFAULT_OUTPUT_MODES,
  type AgentDescription,
  type AgentSecurity,
} from './agent-description.ts';
import {
  NO_PUSH,
  type CardCapabilities,
  getOptionalCardFields,
  getDescriptionField,
  listExtensions,
  httpSecurityToScheme,
  listInterfaces,
  securityToScheme,
  getScopes,
  skillToCard,
} from './a2a-card.ts';

/**
 * Builds the 0.3 card of an agent. It also has `supportedInterfaces` and each security scheme in
 * both forms, because 1.0 clients that name no version fetch it too. Security requirements have
 * only the 0.3 form, because the SDKs for Go and Python expect two different 1.0 forms.
 */
export function buildA2A03Card(
  agent: AgentDescription,
  url: string,
  { pushNotifications }: CardCapabilities = NO_PUSH,
): JsonObject {
  const { skills = [], security = [] } = agent;
  return {
    protocolVersion: '0.3.0',
    name: agent.title ?? agent.name,
    description: agent.description,
    version: agent.version,
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [
      { url, transport: 'JSONRPC' },
      { url, transport: 'HTTP+JSON' },
    ],
    supportedInterfaces: listInterfaces(agent, url),
    ...getOptionalCardFields(agent),
    capabilities: {
      streaming: true,
      pushNotifications,
      stateTransitionHistory: false,
      ...(agent.extended && { extendedAgentCard: true }),
      extensions: listExtensions(agent),
    },
    supportsAuthenticatedExtendedCard: agent.extended !== undefined,
    ...(security.length > 0 && {
      securitySchemes: Object.fromEntries(
        security.map((one) => [
          one.name,
          { ...securityToA2A03Scheme(one), ...securityToScheme(one) },
        ]),
      ),
      security: security.map((one) => ({ [one.name]: getScopes(one) })),
    }),
    defaultInputModes: agent.inputModes ?? DEFAULT_INPUT_MODES,
    defaultOutputModes: agent.outputModes ?? DEFAULT_OUTPUT_MODES,
    skills: skills.map(skillToCard),
  };
}

function securityToA2A03Scheme(security: AgentSecurity): JsonObject {
  const described = getDescriptionField(security);
  switch (security.kind) {
    case 'http':
      return { type: 'http', ...httpSecurityToScheme(security), ...described };
    case 'api-key':
      return { type: 'apiKey', in: security.in, name: security.field, ...described };
    case 'openid':
      return { type: 'openIdConnect', openIdConnectUrl: security.url, ...described };
    case 'oauth2':
      return { type: 'oauth2', flows: security.flows, ...described };
  }
}
