import { isJsonObject, suggestKnownNames, type JsonValue } from '#core';
import { createInvalidParamsError } from '../wire/a2a-error.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { errorToJsonRpc } from './error-body.ts';
import { findRestRoute } from './rest-routes.ts';

/** A URL path with a tenant (section 11.3), split into both. */
export interface TenantPath {
  readonly tenant: string;
  readonly path: string;
}

/** Parses a path `/{tenant}/…`. Undefined if the rest is no path of A2A 1.0. */
export function parseTenantPath(path: string, method: string): TenantPath | undefined {
  const [, written, rest] = /^\/([^/]+)(\/.+)$/.exec(path) ?? [];
  if (written === undefined || rest === undefined) return undefined;
  if (findRestRoute(path, method) || findRestRoute(rest, method)?.version !== '1.0')
    return undefined;
  try {
    return { tenant: decodeURIComponent(written), path: rest };
  } catch {
    return undefined;
  }
}

/** Reads the tenant of a request. An empty tenant counts as none. */
export function readTenant(body: JsonValue): string | undefined {
  const params = isJsonObject(body) ? body['params'] : undefined;
  const tenant = isJsonObject(params) ? params['tenant'] : undefined;
  return typeof tenant === 'string' && tenant !== '' ? tenant : undefined;
}

/** Creates the error response to a JSON-RPC request for an unknown tenant. It names the `known` tenants. */
export function createUnknownTenantResponse(
  body: JsonValue,
  tenant: string,
  known: readonly string[],
): Response {
  const id = isJsonObject(body) ? (body['id'] ?? null) : null;
  return Response.json({
    jsonrpc: '2.0',
    id,
    error: errorToJsonRpc(createUnknownTenantError(tenant, known), '1.0'),
  });
}

/** Throws `A2AError` if the parameters name a tenant other than this agent. */
export function assertKnownTenant(agent: AgentDescription, params: JsonValue): void {
  const tenant = readTenant({ params });
  if (tenant === undefined || hasTenant(agent, tenant)) return;
  throw createUnknownTenantError(tenant, [agent.name]);
}

/** Returns whether a tenant means this agent: by its name, or by the tenant of one of its interfaces. */
export function hasTenant({ name, interfaces = [] }: AgentDescription, tenant: string): boolean {
  return tenant === name || interfaces.some((one) => one.tenant === tenant);
}

function createUnknownTenantError(
  tenant: string,
  known: readonly string[],
): ReturnType<typeof createInvalidParamsError> {
  const named = tenant.slice(0, 80);
  const suggested = suggestKnownNames(named, known);
  return createInvalidParamsError('tenant', `"${named}" is not a tenant at this URL${suggested}`);
}
