import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import type { BuiltServer } from './build-server.ts';
import type { CompiledEnvironment } from './compile.ts';
import { NO_SESSION, REFUSED, refusal } from './refusal.ts';
import { watched } from './watched.ts';

export interface SessionLimits {
  /** A session that nothing is connected to is closed after this long. Default 30 minutes. */
  readonly sessionIdleMs?: number;
  /** Sessions kept at once; beyond it the one idle for longest is closed. Default 1000. */
  readonly maxSessions?: number;
}

export interface SessionsOptions extends SessionLimits {
  /** Makes the server of one session. */
  readonly build: () => BuiltServer;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** The sessions of clients that speak a protocol revision of 2025 or earlier. */
export interface Sessions {
  readonly size: number;
  /** Answers a request of that era; `body` is the parsed body of a POST. */
  handle(request: Request, body: JsonValue | undefined, caller: string): Promise<Response>;
  /** Serves another definition in every session, and tells the clients of it. */
  update(compiled: CompiledEnvironment): void;
  /** Sends something to the client of every session; one that cannot be told is passed over. */
  tell(send: (server: McpServer['server']) => Promise<void>): void;
  close(): Promise<void>;
}

interface Session extends BuiltServer {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who opened it; nobody else may use it. */
  readonly owner: string;
  /** Calls being answered, and open streams for what the server has to say unasked. */
  calls: number;
  streams: number;
  usedAt: number;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { build, clock, newId, sessionIdleMs = 30 * 60_000, maxSessions = 1000 } = options;
  const sessions = new Map<string, Session>();
  let callOffSweep: (() => void) | undefined;

  function sweepLater(): void {
    callOffSweep ??= clock.schedule(sessionIdleMs, () => {
      callOffSweep = undefined;
      const before = clock.now() - sessionIdleMs;
      for (const session of sessions.values()) {
        const idle = session.calls === 0 && session.streams === 0;
        if (idle && session.usedAt <= before) void session.server.close();
      }
      if (sessions.size > 0) sweepLater();
    });
  }

  /** A client that only listens loses its session before one whose call is running does. */
  function makeRoom(): boolean {
    if (sessions.size < maxSessions) return true;
    const [oldest] = [...sessions.values()]
      .filter((session) => session.calls === 0)
      .toSorted((a, b) => a.streams - b.streams || a.usedAt - b.usedAt);
    void oldest?.server.close();
    return oldest !== undefined;
  }

  async function begin(request: Request, body: JsonValue | undefined, owner: string) {
    if (!isInitializeRequest(body)) {
      return refusal(400, REFUSED, 'this needs a session: send initialize first');
    }
    if (!makeRoom()) {
      return refusal(503, REFUSED, `all ${maxSessions} sessions are busy: try again later`, {
        'retry-after': '10',
      });
    }
    const { server, update } = build();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized(id) {
        const usedAt = clock.now();
        sessions.set(id, { server, update, transport, owner, calls: 0, streams: 0, usedAt });
        sweepLater();
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(owner) });
  }

  async function use(session: Session, request: Request, body: JsonValue | undefined) {
    const kind = request.method === 'GET' ? 'streams' : 'calls';
    session[kind] += 1;
    let over = false;
    const ended = (): void => {
      if (over) return;
      over = true;
      session[kind] -= 1;
      session.usedAt = clock.now();
    };
    try {
      const response = await session.transport.handleRequest(request, {
        ...(body !== undefined && { parsedBody: body }),
        authInfo: authInfoOf(session.owner),
      });
      return watched(response, ended);
    } catch (error) {
      ended();
      throw error;
    }
  }

  return {
    get size() {
      return sessions.size;
    },
    async handle(request, body, caller) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request, body, caller);
      const session = sessions.get(id);
      if (session === undefined || session.owner !== caller) {
        return refusal(404, NO_SESSION, 'there is no such session: initialize again');
      }
      return use(session, request, body);
    },
    update(compiled) {
      for (const session of sessions.values()) session.update(compiled);
    },
    tell(send) {
      for (const { server } of sessions.values()) send(server.server).catch(() => undefined);
    },
    async close() {
      callOffSweep?.();
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
    },
  };
}

/** A caller in the form that the SDK hands to tools; the token itself stays out of it. */
export function authInfoOf(caller: string): AuthInfo {
  return { token: '', clientId: caller, scopes: [] };
}
