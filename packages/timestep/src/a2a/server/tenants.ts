import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { invalidParams } from '../wire/a2a-error.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { rpcErrorOf } from './error-body.ts';
import { restRoute } from './rest-routes.ts';

/** A path below a tenant (section 11.3), and what it is without the tenant. */
export interface TenantPath {
  readonly tenant: string;
  readonly path: string;
}

/** Reads `/{tenant}/…`; nothing where A2A 1.0 has no such path. */
export function tenantInPath(path: string, method: string): TenantPath | undefined {
  const [, written, rest] = /^\/([^/]+)(\/.+)$/.exec(path) ?? [];
  if (written === undefined || rest === undefined) return undefined;
  if (restRoute(path, method) || restRoute(rest, method)?.version !== '1.0') return undefined;
  try {
    return { tenant: decodeURIComponent(written), path: rest };
  } catch {
    return undefined;
  }
}

/** The tenant that a JSON-RPC request names; empty counts as none. */
export function tenantInBody(body: JsonValue): string | undefined {
  const params = isJsonObject(body) ? body['params'] : undefined;
  const tenant = isJsonObject(params) ? params['tenant'] : undefined;
  return typeof tenant === 'string' && tenant !== '' ? tenant : undefined;
}

/** Refuses a JSON-RPC request for a tenant that an address does not have. */
export function refusedTenantResponse(body: JsonValue, tenant: string): Response {
  const id = isJsonObject(body) ? (body['id'] ?? null) : null;
  return Response.json({ jsonrpc: '2.0', id, error: rpcErrorOf(unknownTenant(tenant), '1.0') });
}

/** Throws `A2AError` where parameters name another tenant than an agent is. */
export function requireTenant(agent: AgentDescription, params: JsonValue): void {
  const tenant = tenantInBody({ params });
  if (tenant !== undefined && !isTenant(agent, tenant)) throw unknownTenant(tenant);
}

/** Whether an agent is meant: by its name, or as one of its interfaces calls it. */
export function isTenant({ name, interfaces = [] }: AgentDescription, tenant: string): boolean {
  return tenant === name || interfaces.some((one) => one.tenant === tenant);
}

function unknownTenant(tenant: string): ReturnType<typeof invalidParams> {
  return invalidParams('tenant', `"${tenant.slice(0, 80)}" is not at this address: see the card`);
}
