import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import {
  identifyCaller,
  createJsonReader,
  type BodyLimits,
  type Identity,
  type ReadJson,
} from '../../http/index.ts';
import { admit, bodyOf, type AdmissionOptions } from './admit.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { serveEras, type ErasOptions, type ListName } from './eras.ts';
import { countInFlight } from './in-flight.ts';
import { INTERNAL_ERROR, REFUSED, refusal } from './refusal.ts';
import { wallClock } from './wall-clock.ts';

/** Who may call an environment, and the bounds of calls. */
export interface EnvironmentHandlerOptions
  extends AdmissionOptions, BodyLimits, Partial<ErasOptions> {
  /** Reads bodies in place of these limits, where several handlers share them. */
  readonly readJson?: ReadJson;
}

/** Serves an environment at one address to clients of every protocol revision. */
export interface EnvironmentHandler {
  (request: Request): Promise<Response>;
  /** Answers a caller whose principal is known already, without `authenticate`. */
  answer(request: Request, principal: string): Promise<Response>;
  /** How many sessions are open; only clients of 2025 and earlier have sessions. */
  openSessions(): number;
  /**
   * Serves another definition from now on and notifies clients of it. Open sessions continue with
   * its tools and prompts, and with its resources where they began with some.
   */
  update(definition: EnvironmentDefinition): void;
  /** Notifies clients of a change to a list that `configure` has filled. */
  changed(list: ListName): void;
  /** Notifies clients that have subscribed to a resource, by its address, that it has changed. */
  resourceChanged(uri: string): void;
  /**
   * Takes no more requests, waits up to `graceMs` (default 0) for running calls to end, then ends
   * every session and stream.
   */
  close(graceMs?: number): Promise<void>;
}

/** Makes the handler of `/mcp`. Throws `McpError` when the definition cannot be served. */
export function createEnvironmentHandler(
  definition: EnvironmentDefinition,
  options: EnvironmentHandlerOptions = {},
): EnvironmentHandler {
  const { clock = wallClock, newId = randomUUID, onError } = options;
  const { readJson = createJsonReader(options) } = options;
  const eras = serveEras(definition, { ...options, clock, newId });
  const calls = countInFlight(clock);
  let isClosing = false;

  function tell(thrown: unknown): void {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }

  const handle = (request: Request): Promise<Response> =>
    guarded(request, () => identifyCaller(request, options.authenticate, tell));
  const answer = (request: Request, principal: string): Promise<Response> =>
    guarded(request, () => ({ known: true, principal }));

  async function guarded(request: Request, identify: Identify): Promise<Response> {
    try {
      return await respond(request, identify);
    } catch (error) {
      tell(error);
      return refusal(500, INTERNAL_ERROR, 'the environment failed to answer this request');
    }
  }

  async function respond(request: Request, identify: Identify): Promise<Response> {
    const admission = await admit(request, options, identify);
    if (!admission.ok) return admission.refusal;
    const { caller } = admission;
    if (isClosing && request.method === 'GET') return shuttingDown();
    if (request.method !== 'POST') return eras.answer(request, undefined, caller);
    const body = await bodyOf(request, readJson);
    if (!body.ok) return body.refusal;
    if (isClosing && isQuestion(body.value)) return shuttingDown();
    const answered = eras.answer(request, body.value, caller);
    return isSubscription(request) ? answered : calls.track(answered);
  }

  return Object.assign(handle, {
    answer,
    openSessions: () => eras.openSessions(),
    update: (next: EnvironmentDefinition) => eras.update(next),
    changed: (list: ListName) => eras.changed(list),
    resourceChanged: (uri: string) => eras.resourceChanged(uri),
    async close(graceMs = 0) {
      isClosing = true;
      await calls.drained(graceMs);
      await eras.close();
    },
  });
}

type Identify = () => Identity | Promise<Identity>;

function shuttingDown(): Response {
  return refusal(503, REFUSED, 'the environment is shutting down');
}

/**
 * Whether a body may be refused at the end: answers and notifications still must reach the calls
 * that wait for them.
 */
function isQuestion(body: JsonValue): boolean {
  return !isJsonObject(body) || ('method' in body && 'id' in body);
}

/** Whether a request opens a stream that lasts as long as its client and so is not waited for. */
function isSubscription(request: Request): boolean {
  return request.headers.get('mcp-method') === 'subscriptions/listen';
}
