import {
  readTenant,
  parseTenantPath,
  createUnknownTenantResponse,
} from '../../../protocols/a2a/index.ts';
import { createReplacementRequest } from '../../../protocols/http/index.ts';
import { toReplacementResponse } from '../replacement-request.ts';
import { getAgentPath } from '../agent-mounts.ts';
import type { Mount, ProtocolHost } from '../mount.ts';

/**
 * Serves several agents at the root: the tenant of A2A 1.0 is the agent's id. The agent's own
 * authentication applies as well, as at its own address.
 */
export function createTenantsMount({
  agents,
  readJson,
}: Pick<ProtocolHost, 'agents' | 'readJson'>): Mount {
  return {
    prefix: '',
    async answer(request) {
      // A single agent answers at the root itself.
      if (agents.list().length < 2) return undefined;
      const { pathname } = new URL(request.url);
      if (pathname === '/') return request.method === 'POST' ? answerByBody(request) : undefined;
      const found = parseTenantPath(pathname, request.method);
      const agent = found && agents.get(found.tenant);
      return agent && toReplacementResponse(withPath(request, getAgentPath(agent) + found.path));
    },
  };

  async function answerByBody(request: Request): Promise<Response | undefined> {
    const body = await readJson(request);
    const tenant = body.ok ? readTenant(body.value) : undefined;
    if (!body.ok || tenant === undefined) return undefined;
    const agent = agents.get(tenant);
    if (!agent) return createUnknownTenantResponse(body.value, tenant);
    return toReplacementResponse(
      withPath(request, getAgentPath(agent), JSON.stringify(body.value)),
    );
  }
}

/** Copies a request with another path, and with `text` as its body if the body was already read. */
function withPath(request: Request, pathname: string, text?: string): Request {
  const place = new URL(request.url);
  place.pathname = pathname;
  const { method, signal, body } = request;
  const headers = new Headers(request.headers);
  if (text !== undefined) headers.delete('content-length');
  const init = { method, headers, signal, body: text ?? body, duplex: 'half' } as const;
  return createReplacementRequest(request, place, init);
}
