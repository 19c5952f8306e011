import { randomBytes, randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  createRequestStateCodec,
  isJsonContentType,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import {
  callerOf,
  createJsonReader,
  refusedHostOrOrigin,
  strangerHeaders,
  type Authenticate,
  type BodyLimits,
  type GuardOptions,
  type Identity,
  type ReadJson,
  type RefusedBody,
} from '../../http/index.ts';
import type { Clock } from '../../port/index.ts';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/tool.ts';
import { buildServer } from './build-server.ts';
import { compileEnvironment, type CompiledEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { countInFlight } from './in-flight.ts';
import { EVERYTHING, needOf } from './need.ts';
import { INTERNAL_ERROR, PARSE_ERROR, REFUSED, refusal } from './refusal.ts';
import { authInfoOf, createSessions, type SessionLimits } from './sessions.ts';
import { wallClock } from './wall-clock.ts';

export interface EnvironmentHandlerOptions extends GuardOptions, SessionLimits, BodyLimits {
  /** Reads bodies in place of these limits, where several handlers share them. */
  readonly readJson?: ReadJson;
  /** Finds out who is calling; strangers are refused. Without it everybody is served. */
  readonly authenticate?: Authenticate;
  /**
   * Signs what clients carry between the rounds of a call: at least 32 bytes, the same in every
   * process that serves the environment. Default: random.
   */
  readonly stateKey?: Uint8Array | string;
  /** Told of errors that only the server's owner should read. */
  readonly onError?: (error: Error) => void;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** Serves an environment at one address to clients of every protocol revision. */
export interface EnvironmentHandler {
  (request: Request): Promise<Response>;
  /** Answers a caller that is known already, and asks `authenticate` nothing. */
  answer(request: Request, principal: string): Promise<Response>;
  /** How many sessions are open; only clients of 2025 and earlier have any. */
  openSessions(): number;
  /**
   * Serves another definition from now on and tells clients of it. Sessions already open go on with
   * its tools and prompts, and with its resources where they began with some.
   */
  update(definition: EnvironmentDefinition): void;
  /** Tells clients that a list has changed, for those who register through `configure`. */
  changed(list: ListName): void;
  /**
   * Takes no more requests, lets running calls end for up to `graceMs` (default 0), then ends
   * every session and stream.
   */
  close(graceMs?: number): Promise<void>;
}

type ListName = 'tools' | 'prompts' | 'resources';

/** Makes the handler of `/mcp`. Throws `McpError` when the definition cannot be served. */
export function createEnvironmentHandler(
  definition: EnvironmentDefinition,
  options: EnvironmentHandlerOptions = {},
): EnvironmentHandler {
  const { clock = wallClock, newId = randomUUID, authenticate, onError } = options;
  const { readJson = createJsonReader(options) } = options;
  const codec = createRequestStateCodec({
    key: options.stateKey ?? randomBytes(32),
    ttlSeconds: DEFAULT_HANDOFF_TIMEOUT_MS / 1000,
    bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId ?? ''}`,
  });
  let compiled: CompiledEnvironment = ready(definition);

  /** What is wrong with a definition shows here, once, and not in the answer to every request. */
  function ready(given: EnvironmentDefinition): CompiledEnvironment {
    const made = compileEnvironment(given, clock);
    buildServer(made, { era: 'modern', need: EVERYTHING, codec });
    return made;
  }

  const calls = countInFlight(clock);
  let closing = false;
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const headers = requestInfo?.headers;
      const need = needOf(headers?.get('mcp-method') ?? null, headers?.get('mcp-name') ?? null);
      return buildServer(compiled, { era: 'modern', need, codec }).server;
    },
    { legacy: 'reject', ...(onError && { onerror: onError }) },
  );
  const sessions = createSessions({
    ...options,
    clock,
    newId,
    build: () => buildServer(compiled, { era: 'legacy', need: EVERYTHING, codec }),
  });

  function tell(thrown: unknown): void {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }

  const handle = (request: Request): Promise<Response> =>
    guarded(() => admit(request, () => callerOf(request, authenticate, tell)));
  const answer = (request: Request, principal: string): Promise<Response> =>
    guarded(() => admit(request, () => ({ known: true, principal })));

  async function guarded(make: () => Promise<Response>): Promise<Response> {
    try {
      return await make();
    } catch (error) {
      tell(error);
      return refusal(500, INTERNAL_ERROR, 'the environment failed to answer this request');
    }
  }

  async function admit(
    request: Request,
    ask: () => Identity | Promise<Identity>,
  ): Promise<Response> {
    const stranger = refusedHostOrOrigin(request, options);
    if (stranger !== undefined) return refusal(403, REFUSED, stranger);
    if (!['POST', 'GET', 'DELETE'].includes(request.method)) {
      return refusal(405, REFUSED, `${request.method} is not used here`, {
        allow: 'POST, GET, DELETE',
      });
    }
    const found = await ask();
    if (!found.known) {
      return refusal(found.status, REFUSED, found.message, strangerHeaders(found));
    }
    const caller = found.principal;
    if (closing && request.method === 'GET') return shuttingDown();
    if (request.method !== 'POST') return sessions.handle(request, undefined, caller);
    if (!isJsonContentType(request.headers.get('content-type'))) {
      return refusal(415, REFUSED, 'the body must be application/json');
    }
    const read = await readJson(request);
    if (!read.ok) return refusedBody(read);
    if (closing && isQuestion(read.value)) return shuttingDown();
    const answered = called(request, read.value, caller);
    return isSubscription(request) ? answered : calls.track(answered);
  }

  async function called(request: Request, body: JsonValue, caller: string): Promise<Response> {
    if (await isLegacyRequest(request, body)) return sessions.handle(request, body, caller);
    return modern.fetch(request, { parsedBody: body, authInfo: authInfoOf(caller) });
  }

  function changed(list: ListName): void {
    tellModern(list);
    switch (list) {
      case 'tools':
        return sessions.tell((server) => server.sendToolListChanged());
      case 'prompts':
        return sessions.tell((server) => server.sendPromptListChanged());
      case 'resources':
        return sessions.tell((server) => server.sendResourceListChanged());
    }
  }

  function tellModern(list: ListName): void {
    switch (list) {
      case 'tools':
        return modern.notify.toolsChanged();
      case 'prompts':
        return modern.notify.promptsChanged();
      case 'resources':
        return modern.notify.resourcesChanged();
    }
  }

  return Object.assign(handle, {
    answer,
    openSessions: () => sessions.size,
    update(next: EnvironmentDefinition) {
      const before = compiled.definition;
      compiled = ready(next);
      // The servers of sessions tell of it themselves.
      sessions.update(compiled);
      if (next.tools !== before.tools || next.handoff !== before.handoff) tellModern('tools');
      if (next.prompts !== before.prompts) tellModern('prompts');
      if (next.resources !== before.resources) tellModern('resources');
    },
    changed,
    async close(graceMs = 0) {
      closing = true;
      await calls.drained(graceMs);
      await Promise.all([modern.close(), sessions.close()]);
    },
  });
}

function refusedBody({ status, message }: RefusedBody): Response {
  const code = status === 400 ? PARSE_ERROR : REFUSED;
  return refusal(status, code, message, status === 503 ? { 'retry-after': '5' } : {});
}

function shuttingDown(): Response {
  return refusal(503, REFUSED, 'the environment is shutting down');
}

/** Answers and notifications must get through to the calls that wait for them, even at the end. */
function isQuestion(body: JsonValue): boolean {
  return !isJsonObject(body) || ('method' in body && 'id' in body);
}

/** A stream that lasts as long as its client does, and must not be waited for. */
function isSubscription(request: Request): boolean {
  return request.headers.get('mcp-method') === 'subscriptions/listen';
}
