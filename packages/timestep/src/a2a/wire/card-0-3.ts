import type { JsonObject } from '../../core/index.ts';
import {
  DEFAULT_INPUT_MODES,
  DEFAULT_OUTPUT_MODES,
  type AgentDescription,
  type AgentSecurity,
} from './agent-description.ts';
import {
  NO_PUSH,
  type CardCapabilities,
  aboutOf,
  descriptionOf,
  extensionsOf,
  httpSchemeOf,
  interfacesOf,
  schemeOf,
  scopesOf,
  skillOf,
} from './card.ts';

/**
 * The 0.3 card of an agent that is reached at `url`. Clients of 1.0 that do not ask for a version
 * fetch it, too, so it also carries `supportedInterfaces`, and each security scheme in both forms:
 * Go's SDK rejects a card with a scheme that it cannot name. Requirements have only the 0.3 form,
 * because the SDKs of Go and Python expect two different 1.0 forms.
 */
export function card03Of(
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
    supportedInterfaces: interfacesOf(agent, url),
    ...aboutOf(agent),
    capabilities: {
      streaming: true,
      pushNotifications,
      stateTransitionHistory: false,
      ...(agent.extended && { extendedAgentCard: true }),
      extensions: extensionsOf(agent),
    },
    supportsAuthenticatedExtendedCard: agent.extended !== undefined,
    ...(security.length > 0 && {
      securitySchemes: Object.fromEntries(
        security.map((one) => [one.name, { ...scheme03Of(one), ...schemeOf(one) }]),
      ),
      security: security.map((one) => ({ [one.name]: scopesOf(one) })),
    }),
    defaultInputModes: agent.inputModes ?? DEFAULT_INPUT_MODES,
    defaultOutputModes: agent.outputModes ?? DEFAULT_OUTPUT_MODES,
    skills: skills.map(skillOf),
  };
}

function scheme03Of(security: AgentSecurity): JsonObject {
  const described = descriptionOf(security);
  switch (security.kind) {
    case 'http':
      return { type: 'http', ...httpSchemeOf(security), ...described };
    case 'api-key':
      return { type: 'apiKey', in: security.in, name: security.field, ...described };
    case 'openid':
      return { type: 'openIdConnect', openIdConnectUrl: security.url, ...described };
    case 'oauth2':
      return { type: 'oauth2', flows: security.flows, ...described };
  }
}
