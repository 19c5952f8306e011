import { createA2AHandler, type AgentInterface, type AgentSecurity } from '../../a2a/index.ts';
import { trimTrailing } from '../../core/index.ts';
import { formatAgentAtDatabase, getDatabaseName } from '../../port/index.ts';
import type { Mount, Protocol, Site } from '../mount.ts';
import type { Servable } from '../serve-options.ts';
import { cardKeysMount } from './card-keys.ts';
import { catalogMounts } from './catalog.ts';
import { tenantsMount } from './tenants.ts';

/** How callers send their API key, as agent cards declare it. */
export const BEARER: readonly AgentSecurity[] = [
  { kind: 'http', name: 'apiKey', scheme: 'Bearer' },
];

/**
 * A2A for every agent, and the list of agents. Agent cards are public, because callers learn from
 * them how to authenticate.
 */
export const a2aProtocol: Protocol = async (site) => {
  const { runner, push, readJson, onError, publicUrl, delegationKey: key } = site;
  const place = await getDatabaseName(runner);
  function mountAt(agent: Servable, base: string): Mount {
    const security = securityOf(agent, site);
    const description = {
      ...agent.description,
      ...(publicUrl !== undefined && { url: publicUrl + base }),
      ...(security && { security }),
      ...(site.interfaces && { interfaces: interfacesOf(agent, site.interfaces) }),
    };
    const handler = createA2AHandler({
      runner,
      push,
      readJson,
      onError,
      agent: description,
      basePath: base,
      signer: site.signer,
      delegations: {
        ...(key !== undefined && { key }),
        self: formatAgentAtDatabase(agent.agentId, place),
      },
    });
    return {
      prefix: base,
      open: handler.serveCard,
      answer: (request, { principal }) => handler.answer(request, principal),
    };
  }
  return {
    mounts: [...catalogMounts(site), cardKeysMount(site), tenantsMount(site)],
    mountAgent: (agent) => ({ at: (base) => [mountAt(agent, base)] }),
  };
};

/** Returns the authentication that an agent's card declares. */
function securityOf(
  { apiKeys, scopes = [] }: Servable,
  { security, tokens }: Site,
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

/**
 * Adds the shared addresses of all agents. The agent is the tenant there, because their protocols
 * have no paths.
 */
function interfacesOf(
  { agentId: tenant, description }: Servable,
  shared: NonNullable<Site['interfaces']>,
): readonly AgentInterface[] {
  return [...(description.interfaces ?? []), ...shared.map((one) => ({ ...one, tenant }))];
}
