import type { JsonObject } from '#core';
import type { AgentDescription, AgentSecurity } from './agent-description.ts';
import {
  NO_PUSH,
  type CardCapabilities,
  buildSharedCardFields,
  getSchemeScopes,
  listExtensions,
  securityToScheme,
} from './a2a-card.ts';

/**
 * Builds the 0.3 card of an agent. It also has `supportedInterfaces`, and each security scheme in both forms,
 * because 1.0 clients that name no version request it too. Security requirements have only the 0.3 form, because
 * the SDKs for Go and Python expect two different 1.0 forms.
 */
export function buildA2A03Card(
  agent: AgentDescription,
  url: string,
  { pushNotifications }: CardCapabilities = NO_PUSH,
): JsonObject {
  const { security = [], extended } = agent;
  return {
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [
      { url, transport: 'JSONRPC' },
      { url, transport: 'HTTP+JSON' },
    ],
    ...buildSharedCardFields(agent, url),
    capabilities: {
      streaming: true,
      pushNotifications,
      stateTransitionHistory: false,
      ...(extended && { extendedAgentCard: true }),
      extensions: listExtensions(agent),
    },
    supportsAuthenticatedExtendedCard: extended !== undefined,
    ...(security.length > 0 && {
      securitySchemes: Object.fromEntries(
        security.map((one) => [one.name, securityToSchemeOfBothVersions(one)]),
      ),
      security: security.map((one) => ({ [one.name]: getSchemeScopes(one) })),
    }),
  };
}

const TYPES: Readonly<Record<AgentSecurity['kind'], string>> = {
  http: 'http',
  'api-key': 'apiKey',
  openid: 'openIdConnect',
  oauth2: 'oauth2',
};

function securityToSchemeOfBothVersions(security: AgentSecurity): JsonObject {
  const [name, scheme] = securityToScheme(security);
  const { location, ...fields } = scheme;
  const type = TYPES[security.kind];
  return { type, ...(location !== undefined && { in: location }), ...fields, [name]: scheme };
}
