import type {
  AuthInfo,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import type { BuiltServer } from './build-server.ts';
import { watchResponseEnd } from './watch-response-end.ts';

/** State of a client of MCP 2025-11-25 or earlier between its requests. */
export interface Session extends BuiltServer {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The caller that opened the session. Other callers cannot use it. */
  readonly owner: string;
  /** Number of running calls. */
  calls: number;
  /** Number of open streams for messages that the server sends on its own initiative. */
  streams: number;
  /** Time at which the last call or stream ended, in milliseconds since 1970. */
  usedAt: number;
}

/** True if the session has had no call and no stream since `time`. */
export function isIdleSince({ calls, streams, usedAt }: Session, time: number): boolean {
  return calls === 0 && streams === 0 && usedAt <= time;
}

/**
 * Selects the session to close when the limit is reached: sessions without a stream first, then the
 * longest unused. Undefined if every session has a running call.
 */
export function findLeastNeededSession(sessions: Iterable<Session>): Session | undefined {
  const [first] = [...sessions]
    .filter((session) => session.calls === 0)
    .toSorted((a, b) => a.streams - b.streams || a.usedAt - b.usedAt);
  return first;
}

/**
 * Answers a request of the session's owner. The session counts as used until the response has
 * ended.
 */
export async function answerInSession(
  session: Session,
  request: Request,
  body: JsonValue | undefined,
  clock: Clock,
): Promise<Response> {
  const kind = request.method === 'GET' ? 'streams' : 'calls';
  session[kind] += 1;
  let isOver = false;
  const markEnded = (): void => {
    if (isOver) return;
    isOver = true;
    session[kind] -= 1;
    session.usedAt = clock.now();
  };
  try {
    const response = await session.transport.handleRequest(request, {
      ...(body !== undefined && { parsedBody: body }),
      authInfo: createAuthInfo(session.owner),
    });
    return watchResponseEnd(response, markEnded);
  } catch (error) {
    markEnded();
    throw error;
  }
}

/**
 * Converts a caller to the SDK's authentication data, which tools can read. The caller's token is
 * left out.
 */
export function createAuthInfo(caller: string): AuthInfo {
  return { token: '', clientId: caller, scopes: [] };
}
