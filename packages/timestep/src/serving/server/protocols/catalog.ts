import { getServerUrl } from '#protocols/http';
import { agentToCatalogEntry } from './catalog-entry.ts';
import { getAgentPath } from '../routing/agent-path.ts';
import type { Mount, ProtocolHost } from '../routing/mount.ts';
import { isReadRequest } from '../routing/mount-index.ts';
import type { Servable } from '../serve-options.ts';

const CARD = '/.well-known/agent-card.json';
const CARD_PATHS: readonly string[] = [CARD, '/.well-known/agent.json'];
/** Path of an AI Catalog (https://github.com/Agent-Card/ai-catalog), which A2A recommends. */
const AI_CATALOG = '/.well-known/ai-catalog.json';

/** Lists the agents for authenticated callers at `GET /agents`, and as an AI Catalog. */
export function createCatalogMounts(host: Pick<ProtocolHost, 'agents' | 'publicUrl'>): Mount[] {
  const { agents, publicUrl } = host;
  const originOf = (request: Request): string => publicUrl ?? getServerUrl(request);
  return [
    {
      prefix: '/agents',
      answer(request) {
        if (!isReadRequest(request, '/agents')) return undefined;
        const listed = agents.list().map((agent) => agentToListEntry(agent, originOf(request)));
        return Response.json({ agents: listed, count: listed.length });
      },
    },
    {
      prefix: '',
      answer(request) {
        const isCatalog = isReadRequest(request, AI_CATALOG);
        // An earlier handler returns the card if there is a single agent, so the catalog is only for several agents.
        const isCard = agents.list().length > 1 && isReadRequest(request, ...CARD_PATHS);
        if (!isCatalog && !isCard) return undefined;
        // Status 300 (RFC 9110, 15.4.1) tells clients that the catalog is not an agent card.
        return renderCatalog(agents.list(), originOf(request), isCatalog ? 200 : 300);
      },
    },
  ];
}

function agentToListEntry(agent: Servable, origin: string): object {
  const { name, title, description, version } = agent.description;
  const url = origin + getAgentPath(agent);
  return { id: agent.agentId, name: title ?? name, description, version, url, card: url + CARD };
}

function renderCatalog(agents: readonly Servable[], origin: string, status: 200 | 300): Response {
  const entries = agents.map((agent) => agentToCatalogEntry(agent, origin));
  const headers = { 'content-type': 'application/ai-catalog+json' };
  const body = { specVersion: '1.0', host: { displayName: new URL(origin).host }, entries };
  return Response.json(body, { status, headers });
}
