import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import {
  identifyCaller,
  createJsonReader,
  type BodyLimits,
  type Identity,
  type ReadJson,
} from '../../http/index.ts';
import { admitRequest, readPostBody, type AdmissionOptions } from './admit-request.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { serveBothEras, type ErasOptions, type ListName } from './eras.ts';
import { createResponseCounter } from './response-counter.ts';
import { INTERNAL_ERROR, REFUSED, createErrorResponse } from './refusal.ts';
import { wallClock } from './wall-clock.ts';

/** Authentication of callers, and limits for requests and sessions. */
export interface EnvironmentHandlerOptions
  extends AdmissionOptions, BodyLimits, Partial<ErasOptions> {
  /** Reads request bodies instead of the limits below, so that several handlers share one limit. */
  readonly readJson?: ReadJson;
}

/** Serves an environment over HTTP at one URL, to clients of every protocol revision. */
export interface EnvironmentHandler {
  (request: Request): Promise<Response>;
  /** Answers a request of an authenticated caller; `authenticate` is not called. */
  answer(request: Request, principal: string): Promise<Response>;
  /** Only clients of MCP 2025-11-25 and earlier have sessions. */
  openSessions(): number;
  /**
   * Replaces the definition and notifies the clients. Open sessions receive the new tools and
   * prompts, and the new resources if they started with any.
   */
  update(definition: EnvironmentDefinition): void;
  /** Notifies clients that a list has changed that the hook `configure` fills. */
  notifyListChanged(list: ListName): void;
  /** Notifies the clients that subscribe to the resource with this URI. */
  notifyResourceChanged(uri: string): void;
  /**
   * Refuses new requests, waits `graceMs` milliseconds at most (default 0) for running calls to
   * end, then closes all sessions and streams.
   */
  close(graceMs?: number): Promise<void>;
}

export function createEnvironmentHandler(
  definition: EnvironmentDefinition,
  options: EnvironmentHandlerOptions = {},
): EnvironmentHandler {
  const { clock = wallClock, newId = randomUUID, onError } = options;
  const { readJson = createJsonReader(options) } = options;
  const eras = serveBothEras(definition, { ...options, clock, newId });
  const calls = createResponseCounter(clock);
  let isClosing = false;

  function reportError(thrown: unknown): void {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }

  const handle = (request: Request): Promise<Response> =>
    respondOrFail(request, () => identifyCaller(request, options.authenticate, reportError));
  const answer = (request: Request, principal: string): Promise<Response> =>
    respondOrFail(request, () => ({ known: true, principal }));

  async function respondOrFail(request: Request, identify: Identify): Promise<Response> {
    try {
      return await respond(request, identify);
    } catch (error) {
      reportError(error);
      return createErrorResponse(
        500,
        INTERNAL_ERROR,
        'the environment failed to answer this request',
      );
    }
  }

  async function respond(request: Request, identify: Identify): Promise<Response> {
    const admission = await admitRequest(request, options, identify);
    if (!admission.ok) return admission.refusal;
    const { caller } = admission;
    if (isClosing && request.method === 'GET') return createShutdownResponse();
    if (request.method !== 'POST') return eras.answerRequest(request, undefined, caller);
    const body = await readPostBody(request, readJson);
    if (!body.ok) return body.refusal;
    if (isClosing && isRequestBody(body.value)) return createShutdownResponse();
    const answered = eras.answerRequest(request, body.value, caller);
    return isSubscription(request) ? answered : calls.track(answered);
  }

  return Object.assign(handle, {
    answer,
    openSessions: () => eras.countOpenSessions(),
    update: (next: EnvironmentDefinition) => eras.update(next),
    notifyListChanged: (list: ListName) => eras.notifyListChanged(list),
    notifyResourceChanged: (uri: string) => eras.notifyResourceChanged(uri),
    async close(graceMs = 0) {
      isClosing = true;
      await calls.waitUntilEnded(graceMs);
      await eras.close();
    },
  });
}

type Identify = () => Identity | Promise<Identity>;

function createShutdownResponse(): Response {
  return createErrorResponse(503, REFUSED, 'the environment is shutting down');
}

/** Responses and notifications pass during shutdown, because running calls may wait for them. */
function isRequestBody(body: JsonValue): boolean {
  return !isJsonObject(body) || ('method' in body && 'id' in body);
}

/** Such a stream lasts until the client disconnects, so that shutdown does not wait for it. */
function isSubscription(request: Request): boolean {
  return request.headers.get('mcp-method') === 'subscriptions/listen';
}
