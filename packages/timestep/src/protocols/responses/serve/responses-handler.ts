import { randomUUID } from 'node:crypto';
import { createRoutes, isUpgradeRequest } from '#protocols/http';
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
import {
  createResponse,
  cancelResponse,
  listInputItems,
  deleteResponse,
  retrieveResponse,
} from './response-routes.ts';
import { countInputTokens } from './input-tokens.ts';
import type { ResponsesOptions } from './responses-options.ts';
import {
  authenticateRequest,
  createResponsesService,
  type AuthenticatedRequest,
  type ResponsesService,
  type RouteHandler,
  createModelNotFoundError,
} from './responses-service.ts';
import { upgradeToSocket } from './response-socket.ts';
import { startSweeping } from './response-sweep.ts';

const findRoute = createRoutes<RouteHandler>({
  'POST /v1/responses/?': createResponse,
  'POST /v1/responses/compact': compactConversation,
  'POST /v1/responses/input_tokens': countInputTokens,
  'GET /v1/responses/:id': retrieveResponse,
  'DELETE /v1/responses/:id': deleteResponse,
  'GET /v1/responses/:id/input_items': listInputItems,
  'POST /v1/responses/:id/cancel': cancelResponse,
  'POST /v1/conversations/?': createConversation,
  'GET /v1/conversations/:id': retrieveConversation,
  'POST /v1/conversations/:id': updateConversation,
  'DELETE /v1/conversations/:id': removeConversation,
  'GET /v1/conversations/:id/items/?': listItems,
  'POST /v1/conversations/:id/items/?': addItems,
  'GET /v1/conversations/:id/items/:item': retrieveItem,
  'DELETE /v1/conversations/:id/items/:item': removeItem,
  'GET /v1/files/?': listFiles,
  'POST /v1/files/?': uploadFile,
  'GET /v1/files/:id': retrieveFile,
  'DELETE /v1/files/:id': removeFile,
  'GET /v1/files/:id/content': downloadFile,
  'POST /v1/chat/completions/?': createCompletion,
  'GET /v1/models/?': listModels,
  'GET /v1/models/*id': (service, _asked, id) => retrieveModel(service, id),
});

/** Why a request was rejected. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Handles requests of the Responses API. Resolves to undefined for all other paths. */
export interface ResponsesHandler {
  (request: Request): Promise<Response | undefined>;
  /** Handles a request whose principal was already authenticated. */
  answer(request: Request, principal: string): Promise<Response | undefined>;
  /** Builds the error response for a request that was rejected before it reached the handler. */
  refuse(refusal: Refusal): Response;
  /** Stops the work of the handler. Call it before closing the runner. */
  close(): void;
}

/**
 * Creates a handler that serves the OpenAI Responses API over a runner, and completes responses that a stopped
 * process left unfinished. It never rejects: a failure becomes an error body of the API.
 */
export function createResponsesHandler(options: ResponsesOptions): ResponsesHandler {
  const service = createResponsesService(options);
  const stopSweeping = startSweeping(service);
  const respond = async (
    request: Request,
    principalFor: () => Promise<string>,
  ): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url);
    if (!/^\/v1\/(responses|conversations|files|models|chat\/completions)(\/|$)/.test(pathname))
      return undefined;
    try {
      const asked = { request, principal: await principalFor() };
      return addRequestIdHeader(await routeRequest(service, asked, pathname));
    } catch (thrown) {
      if (isInternalError(thrown)) service.onError(thrown);
      return createErrorResponse(toResponsesError(thrown));
    }
  };
  const handle = (request: Request): Promise<Response | undefined> =>
    respond(request, () => authenticateRequest(service, request));
  return Object.assign(handle, {
    answer: (request: Request, principal: string) => respond(request, async () => principal),
    refuse: ({ status, code, message, headers }: Refusal) =>
      createErrorResponse(new ResponsesError(status, code, message), headers),
    close() {
      service.state.isStopping = true;
      stopSweeping();
    },
  });
}

function createErrorResponse(error: ResponsesError, headers: Refusal['headers'] = {}): Response {
  return addRequestIdHeader(
    Response.json(buildErrorBody(error), { status: error.status, headers }),
  );
}

/** Adds a request id to a response, by which the caller can refer to it when reporting a problem. */
function addRequestIdHeader(response: Response): Response {
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
  const { method } = asked.request;
  const route = findRoute(method, pathname);
  if (!route) throw new ResponsesError(404, 'unknown_url', `not found: ${pathname}`);
  const { id = '', item = '' } = route.params;
  if (route.target) return route.target(service, asked, id, item);
  const allow = route.allow.join(', ');
  const message = `${method} is not allowed here: use ${allow}`;
  return createErrorResponse(new ResponsesError(405, 'method_not_allowed', message), { allow });
}

/** Serves `GET /v1/models`: lists the agents, because callers name an agent as the model. */
function listModels(service: ResponsesService): Response {
  const data = service.agents.names().map((name) => agentToModel(name, service.startedAt));
  return Response.json({ object: 'list', data });
}

function retrieveModel({ agents, startedAt }: ResponsesService, id: string): Response {
  const agent = agents.get(id);
  if (!agent) throw createModelNotFoundError(id, agents);
  return Response.json(agentToModel(agent.name, startedAt));
}

function agentToModel(id: string, created: number): object {
  return { id, object: 'model', created, owned_by: 'timestep' };
}
