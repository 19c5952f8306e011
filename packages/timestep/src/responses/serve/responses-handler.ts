import { randomUUID } from 'node:crypto';
import { isUpgradeRequest } from '../../http/index.ts';
import {
  toResponsesError,
  buildErrorBody,
  isInternalError,
  ResponsesError,
} from '../wire/responses-error.ts';
import { createCompletion } from '../completions/serve-completion.ts';
import {
  createConversation,
  removeConversation,
  retrieveConversation,
  updateConversation,
} from '../conversations/conversation-routes.ts';
import { addItems, listItems, removeItem, retrieveItem } from '../conversations/item-routes.ts';
import {
  downloadFile,
  listFiles,
  removeFile,
  retrieveFile,
  uploadFile,
} from '../files/file-routes.ts';
import { compactConversation } from './compact-conversation.ts';
import { createResponse } from './create-response.ts';
import { countInputTokens } from './input-tokens.ts';
import { listModels, retrieveModel } from './model-routes.ts';
import type { ResponsesOptions } from './responses-options.ts';
import {
  authenticateRequest,
  createResponsesService,
  type AuthenticatedRequest,
  type ResponsesService,
} from './responses-service.ts';
import { upgradeToSocket } from './response-socket.ts';
import {
  cancelResponse,
  listInputItems,
  deleteResponse,
  retrieveResponse,
} from './stored-responses.ts';
import { createSweep } from './response-sweep.ts';

type RouteHandler = (
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
  innerId: string,
) => Promise<Response> | Response;

/** Route handlers by path pattern and HTTP method. The groups in a pattern match ids. */
const ROUTES: readonly (readonly [RegExp, Readonly<Record<string, RouteHandler>>])[] = [
  [/^\/v1\/responses\/?$/, { POST: createResponse }],
  [/^\/v1\/responses\/compact$/, { POST: compactConversation }],
  [/^\/v1\/responses\/input_tokens$/, { POST: countInputTokens }],
  [/^\/v1\/responses\/([^/]+)$/, { GET: retrieveResponse, DELETE: deleteResponse }],
  [/^\/v1\/responses\/([^/]+)\/input_items$/, { GET: listInputItems }],
  [/^\/v1\/responses\/([^/]+)\/cancel$/, { POST: cancelResponse }],
  [/^\/v1\/conversations\/?$/, { POST: createConversation }],
  [
    /^\/v1\/conversations\/([^/]+)$/,
    { GET: retrieveConversation, POST: updateConversation, DELETE: removeConversation },
  ],
  [/^\/v1\/conversations\/([^/]+)\/items\/?$/, { GET: listItems, POST: addItems }],
  [/^\/v1\/conversations\/([^/]+)\/items\/([^/]+)$/, { GET: retrieveItem, DELETE: removeItem }],
  [/^\/v1\/files\/?$/, { GET: listFiles, POST: uploadFile }],
  [/^\/v1\/files\/([^/]+)$/, { GET: retrieveFile, DELETE: removeFile }],
  [/^\/v1\/files\/([^/]+)\/content$/, { GET: downloadFile }],
  [/^\/v1\/chat\/completions\/?$/, { POST: createCompletion }],
  [/^\/v1\/models\/?$/, { GET: listModels }],
  [/^\/v1\/models\/(.+)$/, { GET: (service, _asked, id) => retrieveModel(service, id) }],
];

/** Reason for rejecting a request. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Handles requests of this API. Resolves to undefined for all other paths. */
export interface ResponsesHandler {
  (request: Request): Promise<Response | undefined>;
  /** Handles a request whose principal is already authenticated, without `principalOf`. */
  answer(request: Request, principal: string): Promise<Response | undefined>;
  /**
   * Builds an error response in the form of this API for a request that was rejected before it
   * reached the handler.
   */
  refuse(refusal: Refusal): Response;
  /** Stops the search for unfinished responses. Call it before closing the runner. */
  close(): void;
}

/**
 * Serves the OpenAI Responses API over a runner, and ends responses that a stopped process has left
 * unfinished. Never rejects: a failure becomes an error body of the API.
 */
export function createResponsesHandler(options: ResponsesOptions): ResponsesHandler {
  const service = createResponsesService(options);
  const sweep = createSweep(service);
  sweep.run();
  const sweeping = setInterval(sweep.run, service.sweepMs).unref();
  const respond = async (
    request: Request,
    principalFor: () => Promise<string>,
  ): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url);
    if (!/^\/v1\/(responses|conversations|files|models|chat\/completions)(\/|$)/.test(pathname))
      return undefined;
    try {
      const asked = { request, principal: await principalFor() };
      return withRequestId(await routeRequest(service, asked, pathname));
    } catch (thrown) {
      if (isInternalError(thrown)) service.onError(thrown);
      const error = toResponsesError(thrown);
      return withRequestId(Response.json(buildErrorBody(error), { status: error.status }));
    }
  };
  const close = (): void => {
    clearInterval(sweeping);
    sweep.stop();
  };
  const handle = (request: Request): Promise<Response | undefined> =>
    respond(request, () => authenticateRequest(service, request));
  const answer = (request: Request, principal: string): Promise<Response | undefined> =>
    respond(request, async () => principal);
  return Object.assign(handle, { answer, refuse: createRefusalResponse, close });
}

function createRefusalResponse({ status, code, message, headers = {} }: Refusal): Response {
  const error = new ResponsesError(status, code, message);
  return withRequestId(Response.json(buildErrorBody(error), { status, headers }));
}

/** Sets the `x-request-id` header, so that a caller can refer to the response in a report. */
function withRequestId(response: Response): Response {
  response.headers.set('x-request-id', `req_${randomUUID().replaceAll('-', '')}`);
  return response;
}

async function routeRequest(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  pathname: string,
): Promise<Response> {
  if (isUpgradeRequest(asked.request) && /^\/v1\/responses\/?$/.test(pathname)) {
    return upgradeToSocket(service, asked);
  }
  for (const [pattern, methods] of ROUTES) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const { method } = asked.request;
    const route = methods[method];
    if (route) return route(service, asked, decodeId(match[1] ?? ''), decodeId(match[2] ?? ''));
    const allow = Object.keys(methods).join(', ');
    const message = `${method} is not allowed here: use ${allow}`;
    const error = new ResponsesError(405, 'method_not_allowed', message);
    return Response.json(buildErrorBody(error), { status: 405, headers: { allow } });
  }
  throw new ResponsesError(404, 'unknown_url', `not found: ${pathname}`);
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
