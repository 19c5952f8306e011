import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/target.ts';
import { MODERN } from './stateless/plain-request.ts';
import { serveStateless } from './stateless/stateless-handler.ts';
import { buildServer } from './build-server.ts';
import type { CallTasks } from './call-tasks/call-task.ts';
import { compileEnvironment, type CompiledEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { EVERYTHING } from './need.ts';
import { createSessions, type Sessions, type SessionLimits } from './sessions.ts';

export interface ErasOptions extends SessionLimits {
  /**
   * Signs the state that clients carry between the rounds of a call: at least 32 bytes, the same in
   * every process that serves the environment. Default: random.
   */
  readonly stateKey?: Uint8Array | string;
  /** Receives errors that only the server's owner should read. */
  readonly onError?: (error: Error) => void;
  /** Keeps calls of tools that have `task`, such as `keptCalls`. Default: the server keeps no tasks. */
  readonly callTasks?: CallTasks | undefined;
  readonly clock: Clock;
  readonly newId: () => string;
}

export type ListName = 'tools' | 'prompts' | 'resources';

/**
 * An environment in both eras of the protocol: since 2026 each request stands alone, up to 2025
 * requests belong to sessions.
 */
export interface Eras {
  /** Answers an admitted request; `body` is the parsed body of a POST. */
  answer(request: Request, body: JsonValue | undefined, caller: string): Promise<Response>;
  openSessions(): number;
  /** Serves another definition, and notifies clients of it. Throws where it cannot be served. */
  update(definition: EnvironmentDefinition): void;
  /** Notifies clients that a list has changed. */
  changed(list: ListName): void;
  /** Notifies clients that have subscribed to a resource that it has changed. */
  resourceChanged(uri: string): void;
  close(): Promise<void>;
}

/** Throws `McpError` when the definition cannot be served. */
export function serveEras(definition: EnvironmentDefinition, options: ErasOptions): Eras {
  const { clock, onError, callTasks } = options;
  const codec = createRequestStateCodec({
    key: options.stateKey ?? randomBytes(32),
    ttlSeconds: DEFAULT_HANDOFF_TIMEOUT_MS / 1000,
    bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId ?? ''}`,
  });
  let compiled = ready(definition);

  /** Builds a server once, so that a wrong definition fails here and not in every request. */
  function ready(given: EnvironmentDefinition): CompiledEnvironment {
    const made = compileEnvironment(given, clock);
    buildServer(made, { era: 'modern', need: EVERYTHING, codec, callTasks });
    return made;
  }

  const stateless = serveStateless({ compiled: () => compiled, codec, callTasks, clock, onError });
  const sessions = createSessions({
    ...options,
    build: () => buildServer(compiled, { era: 'legacy', need: EVERYTHING, codec }),
  });

  return {
    async answer(request, body, caller) {
      if (body === undefined || (!namesModern(body) && (await isLegacyRequest(request, body)))) {
        return sessions.handle(request, body, caller);
      }
      return stateless.answer(request, body, caller);
    },
    openSessions: () => sessions.size,
    update(next) {
      const before = compiled.definition;
      compiled = ready(next);
      // The server of each session notifies its own client.
      sessions.update(compiled);
      for (const list of changedLists(before, next)) notifyModern(stateless.notify, list);
    },
    changed(list) {
      notifyModern(stateless.notify, list);
      notifySessions(sessions, list);
    },
    resourceChanged(uri) {
      stateless.notify.resourceUpdated(uri);
      sessions.resourceChanged(uri);
    },
    async close() {
      await Promise.all([stateless.close(), sessions.close()]);
    },
  };
}

/**
 * Whether a body is certainly of the stateless era, as nearly all are: the SDK reads a request to find that out,
 * and reads it again to answer it. What is wrong with the request is found then.
 */
function namesModern(body: JsonValue): boolean {
  if (!isJsonObject(body) || body['id'] === undefined || typeof body['method'] !== 'string') {
    return false;
  }
  const { method, params } = body;
  const meta = isJsonObject(params) ? params['_meta'] : undefined;
  return (
    method !== 'initialize' && isJsonObject(meta) && meta[PROTOCOL_VERSION_META_KEY] === MODERN
  );
}

function changedLists(before: EnvironmentDefinition, next: EnvironmentDefinition): ListName[] {
  const changed: ListName[] = [];
  if (next.tools !== before.tools || next.handoff !== before.handoff) changed.push('tools');
  if (next.prompts !== before.prompts) changed.push('prompts');
  if (next.resources !== before.resources) changed.push('resources');
  return changed;
}

function notifyModern(notify: ServerNotifier, list: ListName): void {
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
      return sessions.tell((server) => server.sendToolListChanged());
    case 'prompts':
      return sessions.tell((server) => server.sendPromptListChanged());
    case 'resources':
      return sessions.tell((server) => server.sendResourceListChanged());
  }
}
