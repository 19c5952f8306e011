import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonValue } from '#core';
import {
  identifyCaller,
  createJsonReader,
  type BodyLimits,
  type Identity,
  type ReadJson,
} from '#protocols/http';
import { identifyCallerOrReject, readPostBody, type AdmissionOptions } from './admit-request.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { serveBothEras, type EnvironmentHandler, type ErasOptions } from './eras.ts';
import { createInternalErrorResponse, createShutdownResponse } from './refusal.ts';
import { createOpenResponseTracker } from '../tracked-response.ts';
import { wallClock } from './wall-clock.ts';

/** Options: authentication of callers, and limits on requests and sessions. */
export interface EnvironmentHandlerOptions
  extends AdmissionOptions, BodyLimits, Partial<ErasOptions> {
  /**
   * Reads request bodies, so that several handlers can share one limit. If given, the limits of
   * `BodyLimits` are ignored.
   */
  readonly readJson?: ReadJson;
}

export function createEnvironmentHandler(
  definition: EnvironmentDefinition,
  options: EnvironmentHandlerOptions = {},
): EnvironmentHandler {
  const { clock = wallClock, newId = randomUUID, onError } = options;
  const { readJson = createJsonReader(options) } = options;
  const openResponses = createOpenResponseTracker(clock);
  const eras = serveBothEras(definition, { ...options, clock, newId }, openResponses);
  let isClosing = false;

  function reportError(thrown: unknown): void {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }

  const handle = (request: Request): Promise<Response> =>
    answerHttpRequest(request, () => identifyCaller(request, options.authenticate, reportError));

  async function answerHttpRequest(
    request: Request,
    identify: () => Identity | Promise<Identity>,
  ): Promise<Response> {
    try {
      const caller = await identifyCallerOrReject(request, options, identify);
      if (caller instanceof Response) return caller;
      if (isClosing && request.method === 'GET') return createShutdownResponse();
      if (request.method !== 'POST') return await eras.answerRequest(request, undefined, caller);
      const body = await readPostBody(request, readJson);
      if (body instanceof Response) return body;
      if (isClosing && isRequestBody(body.value)) return createShutdownResponse();
      return await eras.answerRequest(request, body.value, caller);
    } catch (error) {
      reportError(error);
      return createInternalErrorResponse();
    }
  }

  return Object.assign(handle, {
    ...eras,
    answer: (request: Request, principal: string) =>
      answerHttpRequest(request, () => ({ known: true, principal })),
    async close(graceMs = 0) {
      isClosing = true;
      await openResponses.waitUntilEnded(graceMs);
      await eras.close();
    },
  });
}

/**
 * Returns whether a body is a JSON-RPC request. Notifications and responses are accepted even during
 * shutdown, because running calls may wait for them.
 */
function isRequestBody(body: JsonValue): boolean {
  return !isJsonObject(body) || ('method' in body && 'id' in body);
}
