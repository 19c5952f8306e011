import { createUnknownTenantResponse, parseTenantPath, readTenant } from '#protocols/a2a';
import { createReplacementRequest } from '#protocols/http';
import { getAgentPath } from './agent-path.ts';
import type { ProtocolHost } from './mount.ts';

/**
 * Returns the request at the path of the agent that it names as tenant (A2A 1.0), or an error
 * response.
 */
export async function routeToTenant(
  request: Request,
  { agents, readJson }: Pick<ProtocolHost, 'agents' | 'readJson'>,
): Promise<Request | Response | undefined> {
  // A single agent is mounted at the root, so that no tenant is needed.
  if (agents.list().length < 2) return undefined;
  const { pathname } = new URL(request.url);
  if (pathname !== '/') {
    const found = parseTenantPath(pathname, request.method);
    const agent = found && agents.get(found.tenant);
    return agent && copyRequestWithPath(request, getAgentPath(agent) + found.path);
  }
  const body = request.method === 'POST' ? await readJson(request) : undefined;
  if (!body?.ok) return undefined;
  const text = JSON.stringify(body.value);
  const tenant = readTenant(body.value);
  // Copies the request, because mounts at the root may read the body again.
  if (tenant === undefined) return copyRequestWithPath(request, pathname, text);
  const agent = agents.get(tenant);
  if (!agent) {
    const known = agents.list().map(({ agentId }) => agentId);
    return createUnknownTenantResponse(body.value, tenant, known);
  }
  return copyRequestWithPath(request, getAgentPath(agent), text);
}

/** Copies a request with another path. `text` replaces a body that was already read. */
function copyRequestWithPath(request: Request, pathname: string, text?: string): Request {
  const url = new URL(request.url);
  url.pathname = pathname;
  const { method, signal, body } = request;
  const headers = new Headers(request.headers);
  if (text !== undefined) headers.delete('content-length');
  const init = { method, headers, signal, body: text ?? body, duplex: 'half' } as const;
  return createReplacementRequest(request, url, init);
}
