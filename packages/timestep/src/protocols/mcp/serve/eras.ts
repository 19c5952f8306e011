import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonValue } from '#core';
import type { Clock } from '#engine/port';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/target.ts';
import { MODERN } from './stateless/plain-request.ts';
import { createStatelessHandler } from './stateless/stateless-handler.ts';
import { buildServer } from './server/build-server.ts';
import type { CallTasks } from './call-tasks/call-task.ts';
import { compileEnvironment, type CompiledEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { EVERYTHING } from './server/request-need.ts';
import { createSessions, type SessionLimits } from './sessions.ts';
import type { OpenResponseTracker } from '../tracked-response.ts';

export interface ErasOptions extends SessionLimits {
  /** Key that signs state held by clients: 32 bytes or more, the same in every process. Default: random. */
  readonly stateKey?: Uint8Array | string;
  /** Callback for internal errors, whose details clients do not receive. */
  readonly onError?: (error: Error) => void;
  /** Store for calls of tools that have `task`, such as `createRunnerCallTasks`. Default: no tasks. */
  readonly callTasks?: CallTasks | undefined;
  readonly clock: Clock;
  readonly newId: () => string;
}

export type ListName = 'tools' | 'prompts' | 'resources';

/** Serves an environment over HTTP at one URL, to clients of every protocol revision. */
export interface EnvironmentHandler {
  (request: Request): Promise<Response>;
  /** Answers a request whose caller was already authenticated; `authenticate` is not called. */
  answer(request: Request, principal: string): Promise<Response>;
  /** Returns the number of open sessions, which only clients of MCP 2025-11-25 and earlier have. */
  openSessions(): number;
  /** Replaces the definition. Open sessions get its resources only if they started with any. */
  update(definition: EnvironmentDefinition): void;
  /** Notifies clients that a list that the hook `configure` fills has changed. */
  notifyListChanged(list: ListName): void;
  /** Notifies the clients that subscribe to the resource with this URI. */
  notifyResourceChanged(uri: string): void;
  /** Waits up to `graceMs` (default 0) for running calls, then closes all sessions and streams. */
  close(graceMs?: number): Promise<void>;
}

/** Serves both eras of MCP: since 2026-07-28, each request is independent; before, requests belong to sessions. */
export interface EraHandlers extends Omit<EnvironmentHandler, 'answer'> {
  /** Answers a request that has passed all checks. `body` is the parsed body of a POST request. */
  answerRequest(request: Request, body: JsonValue | undefined, caller: string): Promise<Response>;
}

export function serveBothEras(
  definition: EnvironmentDefinition,
  options: ErasOptions,
  openResponses: Pick<OpenResponseTracker, 'begin' | 'track'>,
): EraHandlers {
  const { clock, onError, callTasks } = options;
  const codec = createRequestStateCodec({
    key: options.stateKey ?? randomBytes(32),
    ttlSeconds: DEFAULT_HANDOFF_TIMEOUT_MS / 1000,
    bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId ?? ''}`,
  });
  let compiled = compileAndValidate(definition);

  /** Builds one server, so that an invalid definition fails here, not in every request. */
  function compileAndValidate(newDefinition: EnvironmentDefinition): CompiledEnvironment {
    const made = compileEnvironment(newDefinition, clock);
    buildServer(made, { era: 'modern', need: EVERYTHING, codec, callTasks });
    return made;
  }

  const stateless = createStatelessHandler({
    compiled: () => compiled,
    codec,
    callTasks,
    clock,
    onError,
    openResponses,
  });
  const sessions = createSessions({
    ...options,
    build: () => buildServer(compiled, { era: 'legacy', need: EVERYTHING, codec, onError }),
  });

  return {
    async answerRequest(request, body, caller) {
      if (body === undefined || (!isModernBody(body) && (await isLegacyRequest(request, body)))) {
        const answering = sessions.handleRequest(request, body, caller);
        return body === undefined ? answering : openResponses.track(answering);
      }
      return stateless.answer(request, body, caller);
    },
    openSessions: () => sessions.size,
    update(next) {
      const before = compiled.definition;
      compiled = compileAndValidate(next);
      sessions.update(compiled);
      for (const list of findChangedLists(before, next)) {
        stateless.notify[NOTIFICATIONS[list].modern]();
      }
    },
    notifyListChanged(list) {
      const { modern, legacy } = NOTIFICATIONS[list];
      stateless.notify[modern]();
      sessions.sendToAll((server) => server[legacy]());
    },
    notifyResourceChanged(uri) {
      stateless.notify.resourceUpdated(uri);
      sessions.notifyResourceChanged(uri);
    },
    async close() {
      await Promise.all([stateless.close(), sessions.close()]);
    },
  };
}

/** Returns whether a request body is of MCP 2026-07-28. This saves the SDK's check, which parses the body again. */
function isModernBody(body: JsonValue): boolean {
  if (!isJsonObject(body) || body['id'] === undefined || typeof body['method'] !== 'string') {
    return false;
  }
  const { method, params } = body;
  const meta = isJsonObject(params) ? params['_meta'] : undefined;
  return (
    method !== 'initialize' && isJsonObject(meta) && meta[PROTOCOL_VERSION_META_KEY] === MODERN
  );
}

function findChangedLists(before: EnvironmentDefinition, next: EnvironmentDefinition): ListName[] {
  const changed: ListName[] = [];
  if (next.tools !== before.tools || next.handoff !== before.handoff) changed.push('tools');
  if (next.prompts !== before.prompts) changed.push('prompts');
  if (next.resources !== before.resources) changed.push('resources');
  return changed;
}

/**
 * Names of the SDK's functions that notify clients of a changed list, since MCP 2026-07-28 (`modern`) and
 * before (`legacy`).
 */
const NOTIFICATIONS = {
  tools: { modern: 'toolsChanged', legacy: 'sendToolListChanged' },
  prompts: { modern: 'promptsChanged', legacy: 'sendPromptListChanged' },
  resources: { modern: 'resourcesChanged', legacy: 'sendResourceListChanged' },
} as const satisfies Record<ListName, object>;
