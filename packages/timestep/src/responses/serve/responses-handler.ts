import { randomUUID } from 'node:crypto';
import { isUpgrade } from '../../http/index.ts';
import { asResponsesError, errorBody, isDefect, ResponsesError } from '../wire/responses-error.ts';
import { complete } from '../completions/serve-completion.ts';
import {
  createConversation,
  removeConversation,
  retrieveConversation,
  updateConversation,
} from '../conversations/conversation-routes.ts';
import { addItems, listItems, removeItem, retrieveItem } from '../conversations/item-routes.ts';
import {
  fileContent,
  listFiles,
  removeFile,
  retrieveFile,
  uploadFile,
} from '../files/file-routes.ts';
import { compact } from './compact.ts';
import { create } from './create.ts';
import { countInputTokens } from './input-tokens.ts';
import { listModels, retrieveModel } from './models.ts';
import type { ResponsesOptions } from './options.ts';
import { principalIn, serviceOf, type Asked, type Service } from './service.ts';
import { openTalk } from './socket.ts';
import { cancel, listInputItems, remove, retrieve } from './stored-responses.ts';
import { createSweep } from './sweep.ts';

type Route = (
  service: Service,
  asked: Asked,
  id: string,
  innerId: string,
) => Promise<Response> | Response;

/** Paths, and what each method does there; the groups in a pattern are ids. */
const ROUTES: readonly (readonly [RegExp, Readonly<Record<string, Route>>])[] = [
  [/^\/v1\/responses\/?$/, { POST: create }],
  [/^\/v1\/responses\/compact$/, { POST: compact }],
  [/^\/v1\/responses\/input_tokens$/, { POST: countInputTokens }],
  [/^\/v1\/responses\/([^/]+)$/, { GET: retrieve, DELETE: remove }],
  [/^\/v1\/responses\/([^/]+)\/input_items$/, { GET: listInputItems }],
  [/^\/v1\/responses\/([^/]+)\/cancel$/, { POST: cancel }],
  [/^\/v1\/conversations\/?$/, { POST: createConversation }],
  [
    /^\/v1\/conversations\/([^/]+)$/,
    { GET: retrieveConversation, POST: updateConversation, DELETE: removeConversation },
  ],
  [/^\/v1\/conversations\/([^/]+)\/items\/?$/, { GET: listItems, POST: addItems }],
  [/^\/v1\/conversations\/([^/]+)\/items\/([^/]+)$/, { GET: retrieveItem, DELETE: removeItem }],
  [/^\/v1\/files\/?$/, { GET: listFiles, POST: uploadFile }],
  [/^\/v1\/files\/([^/]+)$/, { GET: retrieveFile, DELETE: removeFile }],
  [/^\/v1\/files\/([^/]+)\/content$/, { GET: fileContent }],
  [/^\/v1\/chat\/completions\/?$/, { POST: complete }],
  [/^\/v1\/models\/?$/, { GET: listModels }],
  [/^\/v1\/models\/(.+)$/, { GET: (service, _asked, id) => retrieveModel(service, id) }],
];

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers requests of this API; resolves to `undefined` for other paths. */
export interface ResponsesHandler {
  (request: Request): Promise<Response | undefined>;
  /** Answers a caller whose principal is known already, without `principalOf`. */
  answer(request: Request, principal: string): Promise<Response | undefined>;
  /** An answer to a request that does not come as far as this, in the form of the API. */
  refuse(refusal: Refusal): Response;
  /** Stops looking for unfinished responses; call it before the runner is closed. */
  close(): void;
}

/**
 * Serves the OpenAI Responses API over a runner, and ends responses that a process left unfinished
 * when it went away. Never rejects: a failure is an error body of the API.
 */
export function createResponsesHandler(options: ResponsesOptions): ResponsesHandler {
  const service = serviceOf(options);
  const sweep = createSweep(service);
  sweep.look();
  const sweeping = setInterval(sweep.look, service.sweepMs).unref();
  const respond = async (
    request: Request,
    principalFor: () => Promise<string>,
  ): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url);
    if (!/^\/v1\/(responses|conversations|files|models|chat\/completions)(\/|$)/.test(pathname))
      return undefined;
    try {
      const asked = { request, principal: await principalFor() };
      return withRequestId(await routed(service, asked, pathname));
    } catch (thrown) {
      if (isDefect(thrown)) service.onError(thrown);
      const error = asResponsesError(thrown);
      return withRequestId(Response.json(errorBody(error), { status: error.status }));
    }
  };
  const close = (): void => {
    clearInterval(sweeping);
    sweep.stop();
  };
  const handle = (request: Request): Promise<Response | undefined> =>
    respond(request, () => principalIn(service, request));
  const answer = (request: Request, principal: string): Promise<Response | undefined> =>
    respond(request, async () => principal);
  return Object.assign(handle, { answer, refuse, close });
}

function refuse({ status, code, message, headers = {} }: Refusal): Response {
  const error = new ResponsesError(status, code, message);
  return withRequestId(Response.json(errorBody(error), { status, headers }));
}

/** Names an answer, so that a caller can say which one it asks about. */
function withRequestId(response: Response): Response {
  response.headers.set('x-request-id', `req_${randomUUID().replaceAll('-', '')}`);
  return response;
}

async function routed(service: Service, asked: Asked, pathname: string): Promise<Response> {
  if (isUpgrade(asked.request) && /^\/v1\/responses\/?$/.test(pathname)) {
    return openTalk(service, asked);
  }
  for (const [pattern, methods] of ROUTES) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const { method } = asked.request;
    const route = methods[method];
    if (route) return route(service, asked, decoded(match[1] ?? ''), decoded(match[2] ?? ''));
    const allow = Object.keys(methods).join(', ');
    const message = `${method} is not possible here; possible: ${allow}`;
    const error = new ResponsesError(405, 'method_not_allowed', message);
    return Response.json(errorBody(error), { status: 405, headers: { allow } });
  }
  throw new ResponsesError(404, 'unknown_url', `there is nothing at ${pathname}`);
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
