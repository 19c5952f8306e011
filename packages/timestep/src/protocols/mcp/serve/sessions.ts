import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '#core';
import type { Clock } from '#engine/port';
import type { BuiltServer } from './server/build-server.ts';
import type { CompiledEnvironment } from './compile.ts';
import { NO_SESSION, REFUSED, createRpcErrorResponse } from './refusal.ts';
import {
  findLeastNeededSession,
  answerInSession,
  createAuthInfo,
  type Session,
} from './session.ts';

/** Limits on sessions, which only clients of MCP 2025-11-25 and earlier have. */
export interface SessionLimits {
  /** Milliseconds without a connection after which a session is closed. Default: 30 minutes. */
  readonly sessionIdleMs?: number;
  /** Maximum number of open sessions. A further session closes the longest idle session. Default: 1000. */
  readonly maxSessions?: number;
}

interface SessionsOptions extends SessionLimits {
  readonly build: () => BuiltServer;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface Sessions {
  readonly size: number;
  handleRequest(request: Request, body: JsonValue | undefined, caller: string): Promise<Response>;
  update(compiled: CompiledEnvironment): void;
  notifyResourceChanged(uri: string): void;
  /** Notifies all clients. Ignores clients that cannot be reached. */
  sendToAll(send: (server: McpServer['server']) => Promise<void>): void;
  close(): Promise<void>;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { build, clock, newId, sessionIdleMs = 30 * 60_000, maxSessions = 1000 } = options;
  const sessions = new Map<string, Session>();
  let callOffSweep: (() => void) | undefined;

  function scheduleIdleClosing(): void {
    callOffSweep ??= clock.schedule(sessionIdleMs, () => {
      callOffSweep = undefined;
      const before = clock.now() - sessionIdleMs;
      for (const { calls, streams, usedAt, server } of sessions.values()) {
        if (calls === 0 && streams === 0 && usedAt <= before) void server.close();
      }
      if (sessions.size > 0) scheduleIdleClosing();
    });
  }

  /** Closes a session if there are too many. Returns false if all sessions have running calls. */
  function makeRoomForSession(): boolean {
    if (sessions.size < maxSessions) return true;
    const session = findLeastNeededSession(sessions.values());
    void session?.server.close();
    return session !== undefined;
  }

  async function answerInNewSession(request: Request, body: JsonValue | undefined, owner: string) {
    if (!isInitializeRequest(body)) {
      const message = 'this request needs a session: send initialize first';
      return createRpcErrorResponse(400, REFUSED, message);
    }
    if (!makeRoomForSession()) {
      const message = `all ${maxSessions} sessions are busy: try again later`;
      return createRpcErrorResponse(503, REFUSED, message, { 'retry-after': '10' });
    }
    const built = build();
    const { server } = built;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized(id) {
        const usedAt = clock.now();
        sessions.set(id, { ...built, transport, owner, calls: 0, streams: 0, usedAt });
        scheduleIdleClosing();
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody: body, authInfo: createAuthInfo(owner) });
  }

  return {
    get size() {
      return sessions.size;
    },
    async handleRequest(request, body, caller) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return answerInNewSession(request, body, caller);
      const session = sessions.get(id);
      if (session === undefined || session.owner !== caller) {
        return createRpcErrorResponse(404, NO_SESSION, 'unknown session: send initialize again');
      }
      return answerInSession(session, request, body, clock);
    },
    update(compiled) {
      for (const session of sessions.values()) session.update(compiled);
    },
    notifyResourceChanged(uri) {
      for (const session of sessions.values()) session.notifyResourceChanged(uri);
    },
    sendToAll(send) {
      for (const { server } of sessions.values()) send(server.server).catch(() => undefined);
    },
    async close() {
      callOffSweep?.();
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
    },
  };
}
