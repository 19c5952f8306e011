import { createA2AHandler, type AgentInterface, type AgentSecurity } from '#protocols/a2a';
import { omitUndefined, trimTrailing } from '#core';
import { formatAgentAtDatabase, getDatabaseName } from '#engine/port';
import type { Mount, Protocol, ProtocolHost } from '../routing/mount.ts';
import type { Servable } from '../serve-options.ts';
import { createCatalogMounts } from './catalog.ts';
import { routeToTenant } from '../routing/tenants.ts';

/** How callers send their API key; agent cards contain this. */
export const BEARER: readonly AgentSecurity[] = [
  { kind: 'http', name: 'apiKey', scheme: 'Bearer' },
];

/**
 * A2A for every agent, with the list of agents. Cards are public, because they say how to
 * authenticate.
 */
export const a2aProtocol: Protocol = async (host) => {
  const { runner, push, readJson, onError, publicUrl, delegationKey: key } = host;
  const place = await getDatabaseName(runner);
  function createA2AMount(agent: Servable, base: string): Mount {
    const description = {
      ...agent.description,
      ...omitUndefined({
        security: getAgentSecurity(agent, host),
        url: publicUrl === undefined ? undefined : publicUrl + base,
        interfaces: host.interfaces && listInterfaces(agent, host.interfaces),
      }),
    };
    const handler = createA2AHandler({
      runner,
      push,
      readJson,
      onError,
      agent: description,
      basePath: base,
      signer: host.signer,
      delegations: {
        ...omitUndefined({ key }),
        self: formatAgentAtDatabase(agent.agentId, place),
      },
    });
    return {
      prefix: base,
      open: handler.serveCardIfRequested,
      answer: (request, { principal, tasks }) => handler.answer(request, principal, tasks),
    };
  }
  return {
    mounts: [...createCatalogMounts(host), createCardKeysMount(host)],
    findTenant: (request) => routeToTenant(request, host),
    mountAgent: (agent) => ({ at: (base) => [createA2AMount(agent, base)] }),
  };
};

function getAgentSecurity(
  { apiKeys, scopes = [] }: Servable,
  { security, tokens }: ProtocolHost,
): readonly AgentSecurity[] | undefined {
  if (apiKeys) return BEARER;
  if (!tokens) return security;
  const bySubject: AgentSecurity = {
    kind: 'openid',
    name: 'oauth',
    url: `${trimTrailing(tokens.issuer, '/')}/.well-known/openid-configuration`,
    scopes: [...new Set([...tokens.scopes, ...scopes])],
  };
  return [...(security ?? []), bySubject];
}

/** Lists the addresses of other protocols for an agent card, with the agent's id as tenant. */
function listInterfaces(
  { agentId: tenant, description }: Servable,
  shared: NonNullable<ProtocolHost['interfaces']>,
): readonly AgentInterface[] {
  return [...(description.interfaces ?? []), ...shared.map((one) => ({ ...one, tenant }))];
}

const CARD_KEYS = '/.well-known/jwks.json';

/** Serves the public key for signatures of agent cards, as a JWK Set (RFC 7517), to all clients. */
function createCardKeysMount({ signer }: Pick<ProtocolHost, 'signer'>): Mount {
  return {
    prefix: '',
    open({ method, url }) {
      if (!signer || method !== 'GET' || new URL(url).pathname !== CARD_KEYS) return undefined;
      return Response.json(
        { keys: [signer.publicKey] },
        { headers: { 'cache-control': 'public, max-age=60' } },
      );
    },
  };
}
