import type {
  AuthInfo,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import type { BuiltServer } from './build-server.ts';
import { watched } from './watched.ts';

/** The state of a client of 2025 or earlier between its requests. */
export interface Session extends BuiltServer {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The caller that opened the session, and the only one that may use it. */
  readonly owner: string;
  /** Calls that are being answered. */
  calls: number;
  /** Open streams for messages that the server sends by itself. */
  streams: number;
  /** When the last call or stream ended. */
  usedAt: number;
}

/** Whether a session has been without a connection since that time. */
export function isIdleSince({ calls, streams, usedAt }: Session, time: number): boolean {
  return calls === 0 && streams === 0 && usedAt <= time;
}

/**
 * The session to close where there are too many: idle ones first, and never one with a running
 * call.
 */
export function leastNeeded(sessions: Iterable<Session>): Session | undefined {
  const [first] = [...sessions]
    .filter((session) => session.calls === 0)
    .toSorted((a, b) => a.streams - b.streams || a.usedAt - b.usedAt);
  return first;
}

/** Answers a request of the session's owner, and counts it as use until the answer has ended. */
export async function answerInSession(
  session: Session,
  request: Request,
  body: JsonValue | undefined,
  clock: Clock,
): Promise<Response> {
  const kind = request.method === 'GET' ? 'streams' : 'calls';
  session[kind] += 1;
  let isOver = false;
  const ended = (): void => {
    if (isOver) return;
    isOver = true;
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

/** A caller in the form that the SDK hands to tools; the token itself stays out of it. */
export function authInfoOf(caller: string): AuthInfo {
  return { token: '', clientId: caller, scopes: [] };
}
