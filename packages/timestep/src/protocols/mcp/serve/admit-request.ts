import { isJsonContentType } from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../core/index.ts';
import {
  findHostOrOriginProblem,
  getUnknownCallerHeaders,
  type Authenticate,
  type GuardOptions,
  type Identity,
  type ReadJson,
} from '../../http/index.ts';
import { PARSE_ERROR, REFUSED, createErrorResponse } from './refusal.ts';

interface RefusedRequest {
  readonly ok: false;
  readonly refusal: Response;
}

type Admission = { readonly ok: true; readonly caller: string } | RefusedRequest;

type BodyResult = { readonly ok: true; readonly value: JsonValue } | RefusedRequest;

export interface AdmissionOptions extends GuardOptions {
  /** Requests of unknown callers are refused. Default: all callers are served. */
  readonly authenticate?: Authenticate;
}

const METHODS = ['POST', 'GET', 'DELETE'];

/** Decides from method and headers whether a request is served. */
export async function admitRequest(
  request: Request,
  options: AdmissionOptions,
  identify: () => Identity | Promise<Identity>,
): Promise<Admission> {
  const { method } = request;
  const problem = findHostOrOriginProblem(request, options);
  if (problem !== undefined) return createRefusal(403, problem);
  if (!METHODS.includes(method)) {
    return createRefusal(405, `${method} is not supported: use ${METHODS.join(', ')}`, {
      allow: METHODS.join(', '),
    });
  }
  const found = await identify();
  if (!found.known)
    return createRefusal(found.status, found.message, getUnknownCallerHeaders(found));
  return { ok: true, caller: found.principal };
}

export async function readPostBody(request: Request, readJson: ReadJson): Promise<BodyResult> {
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return createRefusal(415, 'the body must be application/json');
  }
  const read = await readJson(request);
  if (read.ok) return read;
  const { status, message } = read;
  if (status === 400)
    return { ok: false, refusal: createErrorResponse(status, PARSE_ERROR, message) };
  return createRefusal(status, message, status === 503 ? { 'retry-after': '5' } : {});
}

function createRefusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): RefusedRequest {
  return { ok: false, refusal: createErrorResponse(status, REFUSED, message, headers) };
}
