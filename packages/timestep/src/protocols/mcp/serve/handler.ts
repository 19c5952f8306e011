import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonValue } from '#core';
import {
  identifyCaller,
  createJsonReader,
  type BodyLimits,
  type Identity,
  type ReadJson,
} from '#protocols/http';
import { admitRequest, readPostBody, type AdmissionOptions } from './admit-request.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { serveBothEras, type EnvironmentHandler, type ErasOptions } from './eras.ts';
import { createFailedResponse, createShutdownResponse } from './refusal.ts';
import { createResponseCounter } from '../tracked-response.ts';
import { wallClock } from './wall-clock.ts';

/** Authentication of callers, and limits for requests and sessions. */
export interface EnvironmentHandlerOptions
  extends AdmissionOptions, BodyLimits, Partial<ErasOptions> {
  /** Reads request bodies in place of the limits below, so that handlers can share one limit. */
  readonly readJson?: ReadJson;
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
      return createFailedResponse();
    }
  }

  async function respond(request: Request, identify: Identify): Promise<Response> {
    const caller = await admitRequest(request, options, identify);
    if (caller instanceof Response) return caller;
    if (isClosing && request.method === 'GET') return createShutdownResponse();
    if (request.method !== 'POST') return eras.answerRequest(request, undefined, caller);
    const body = await readPostBody(request, readJson);
    if (body instanceof Response) return body;
    if (isClosing && isRequestBody(body.value)) return createShutdownResponse();
    const answered = eras.answerRequest(request, body.value, caller);
    return isSubscription(request) ? answered : calls.track(answered);
  }

  return Object.assign(handle, {
    ...eras,
    answer,
    async close(graceMs = 0) {
      isClosing = true;
      await calls.waitUntilEnded(graceMs);
      await eras.close();
    },
  });
}

type Identify = () => Identity | Promise<Identity>;

/** Responses and notifications pass during shutdown, because running calls may wait for them. */
function isRequestBody(body: JsonValue): boolean {
  return !isJsonObject(body) || ('method' in body && 'id' in body);
}

/** Whether a request opens a stream that lasts until the client disconnects. */
function isSubscription(request: Request): boolean {
  return request.headers.get('mcp-method') === 'subscriptions/listen';
}
