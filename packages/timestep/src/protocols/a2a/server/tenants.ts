import { isJsonObject, suggestKnownNames, type JsonValue } from '#core';
import { createInvalidParamsError } from '../wire/a2a-error.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { errorToJsonRpc } from './error-body.ts';
import { findRestRoute } from './rest-routes.ts';

/** A tenant path (section 11.3), split. */
export interface TenantPath {
  readonly tenant: string;
  readonly path: string;
}

/** Parses `/{tenant}/…`. Undefined if the rest is not a path of A2A 1.0. */
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

/** The error response to a JSON-RPC request for an unknown tenant, which names the `known` ones. */
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

/** Throws `A2AError` if the parameters name a tenant that is not this agent. */
export function assertKnownTenant(agent: AgentDescription, params: JsonValue): void {
  const tenant = readTenant({ params });
  if (tenant === undefined || hasTenant(agent, tenant)) return;
  throw createUnknownTenantError(tenant, [agent.name]);
}

/** Whether a tenant is this agent: its name, or the tenant of one of its interfaces. */
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
