import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import type { Clock } from '../../../engine/port/index.ts';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/target.ts';
import { MODERN } from './stateless/plain-request.ts';
import { serveStateless } from './stateless/stateless-handler.ts';
import { buildServer } from './build-server.ts';
import type { CallTasks } from './call-tasks/call-task.ts';
import { compileEnvironment, type CompiledEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { EVERYTHING } from './request-need.ts';
import { createSessions, type Sessions, type SessionLimits } from './sessions.ts';

export interface ErasOptions extends SessionLimits {
  /**
   * Signs the state that clients send back between the rounds of a call: at least 32 bytes, the
   * same in every process that serves the environment. Default: a random key.
   */
  readonly stateKey?: Uint8Array | string;
  /** Receives internal errors, whose details are not sent to clients. */
  readonly onError?: (error: Error) => void;
  /** Stores calls of tools that have `task`, as `createRunnerCallTasks` does. Default: no tasks. */
  readonly callTasks?: CallTasks | undefined;
  readonly clock: Clock;
  readonly newId: () => string;
}

export type ListName = 'tools' | 'prompts' | 'resources';

/** Since MCP 2026-07-28, each request is independent; before, requests belong to sessions. */
export interface EraHandlers {
  /** For a request that has passed all checks. `body` is the parsed body of a POST request. */
  answerRequest(request: Request, body: JsonValue | undefined, caller: string): Promise<Response>;
  countOpenSessions(): number;
  update(definition: EnvironmentDefinition): void;
  notifyListChanged(list: ListName): void;
  notifyResourceChanged(uri: string): void;
  close(): Promise<void>;
}

/** Throws `McpError` if the definition is invalid. */
export function serveBothEras(
  definition: EnvironmentDefinition,
  options: ErasOptions,
): EraHandlers {
  const { clock, onError, callTasks } = options;
  const codec = createRequestStateCodec({
    key: options.stateKey ?? randomBytes(32),
    ttlSeconds: DEFAULT_HANDOFF_TIMEOUT_MS / 1000,
    bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId ?? ''}`,
  });
  let compiled = compileAndBuild(definition);

  /** Builds one server, so that an invalid definition fails here, not in every request. */
  function compileAndBuild(newDefinition: EnvironmentDefinition): CompiledEnvironment {
    const made = compileEnvironment(newDefinition, clock);
    buildServer(made, { era: 'modern', need: EVERYTHING, codec, callTasks });
    return made;
  }

  const stateless = serveStateless({ compiled: () => compiled, codec, callTasks, clock, onError });
  const sessions = createSessions({
    ...options,
    build: () => buildServer(compiled, { era: 'legacy', need: EVERYTHING, codec }),
  });

  return {
    async answerRequest(request, body, caller) {
      if (body === undefined || (!isModernBody(body) && (await isLegacyRequest(request, body)))) {
        return sessions.handleRequest(request, body, caller);
      }
      return stateless.answer(request, body, caller);
    },
    countOpenSessions: () => sessions.size,
    update(next) {
      const before = compiled.definition;
      compiled = compileAndBuild(next);
      // Each session's server notifies its own client.
      sessions.update(compiled);
      for (const list of findChangedLists(before, next))
        notifyModernClients(stateless.notify, list);
    },
    notifyListChanged(list) {
      notifyModernClients(stateless.notify, list);
      notifySessions(sessions, list);
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

/**
 * True if a body certainly belongs to MCP 2026-07-28, as most do; it saves the SDK's own check,
 * which parses the request a second time. Errors are found when the request is answered.
 */
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

function notifyModernClients(notify: ServerNotifier, list: ListName): void {
  switch (list) {
    case 'tools':
      return notify.toolsChanged();
    case 'prompts':
      return notify.promptsChanged();
    case 'resources':
      return notify.resourcesChanged();
  }
}

function notifySessions(sessions: Sessions, list: ListName): void {
  switch (list) {
    case 'tools':
      return sessions.sendToAll((server) => server.sendToolListChanged());
    case 'prompts':
      return sessions.sendToAll((server) => server.sendPromptListChanged());
    case 'resources':
      return sessions.sendToAll((server) => server.sendResourceListChanged());
  }
}
