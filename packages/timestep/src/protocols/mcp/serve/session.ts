import type {
  AuthInfo,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '#core';
import type { Clock } from '#engine/port';
import type { BuiltServer } from './server/build-server.ts';
import { callAtEndOfResponse } from '../tracked-response.ts';

/** State that is kept between the requests of a client of MCP 2025-11-25 or earlier. */
export interface Session extends BuiltServer {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly owner: string;
  calls: number;
  /** Number of open streams for messages that the server sends on its own initiative. */
  streams: number;
  /** Time at which the last call or stream ended, in milliseconds since 1970. */
  usedAt: number;
}

/** Finds a session to close: first sessions without a stream, of these the longest unused. */
export function findLeastNeededSession(sessions: Iterable<Session>): Session | undefined {
  const [first] = [...sessions]
    .filter((session) => session.calls === 0)
    .toSorted((a, b) => a.streams - b.streams || a.usedAt - b.usedAt);
  return first;
}

export function answerInSession(
  session: Session,
  request: Request,
  body: JsonValue | undefined,
  clock: Clock,
): Promise<Response> {
  const kind = request.method === 'GET' ? 'streams' : 'calls';
  session[kind] += 1;
  const answer = session.transport.handleRequest(request, {
    ...(body !== undefined && { parsedBody: body }),
    authInfo: createAuthInfo(session.owner),
  });
  return callAtEndOfResponse(answer, () => {
    session[kind] -= 1;
    session.usedAt = clock.now();
  });
}

/** Creates the SDK's data about a caller, without the caller's token, because tools can read these data. */
export function createAuthInfo(caller: string): AuthInfo {
  return { token: '', clientId: caller, scopes: [] };
}
