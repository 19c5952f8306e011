import { isJsonContentType } from '@modelcontextprotocol/server';
import type { JsonValue } from '#core';
import {
  findHostOrOriginProblem,
  getUnknownCallerHeaders,
  type Identity,
  type ReadJson,
  type Authenticate,
  type GuardOptions,
} from '#protocols/http';
import { createRpcErrorResponse, PARSE_ERROR, REFUSED } from './refusal.ts';

export interface AdmissionOptions extends GuardOptions {
  /** Authenticates callers; unknown callers are rejected. Default: all callers are served. */
  readonly authenticate?: Authenticate;
}

const METHODS = ['POST', 'GET', 'DELETE'];

/** Returns the caller, or the response that rejects the request. Depends only on method and headers. */
export async function identifyCallerOrReject(
  request: Request,
  options: AdmissionOptions,
  identify: () => Identity | Promise<Identity>,
): Promise<string | Response> {
  const { method } = request;
  const problem = findHostOrOriginProblem(request, options);
  if (problem !== undefined) return createRpcErrorResponse(403, REFUSED, problem);
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(', ');
    const message = `${method} is not supported: use ${allow}`;
    return createRpcErrorResponse(405, REFUSED, message, { allow });
  }
  const caller = await identify();
  if (caller.known) return caller.principal;
  const headers = getUnknownCallerHeaders(caller);
  return createRpcErrorResponse(caller.status, REFUSED, caller.message, headers);
}

export async function readPostBody(
  request: Request,
  readJson: ReadJson,
): Promise<{ readonly value: JsonValue } | Response> {
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return createRpcErrorResponse(415, REFUSED, 'the body must be application/json');
  }
  const read = await readJson(request);
  if (read.ok) return read;
  const { status, message } = read;
  if (status === 400) return createRpcErrorResponse(status, PARSE_ERROR, message);
  const headers = status === 503 ? { 'retry-after': '5' } : {};
  return createRpcErrorResponse(status, REFUSED, message, headers);
}
