import {
  createMcpHandler,
  McpServer,
  type AuthInfo,
  type Implementation,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../core/index.ts';
import { hoistArguments } from '../../../environment/index.ts';

const ANYTHING = hoistArguments('tools/call', undefined).standard;

/** What a call came to: its result, or what was thrown in place of one. */
export type Outcome = { readonly result: object } | { readonly thrown: unknown };

interface AnsweredRequest {
  readonly request: Request;
  readonly body: JsonValue;
  readonly authInfo: AuthInfo;
  readonly serverInfo: Implementation;
}

/**
 * What the SDK makes of the outcome of a call that is not a plain result. It checks requests for input against
 * the client's capabilities, and content other than text; tasks and errors of the protocol have their forms there.
 */
export async function answerBySdk(
  outcome: Outcome,
  { request, body, authInfo, serverInfo }: AnsweredRequest,
  onError: ((error: Error) => void) | undefined,
): Promise<Response> {
  const handler = createMcpHandler(() => serverOf(outcome, serverInfo), {
    legacy: 'reject',
    ...(onError && { onerror: onError }),
  });
  return handler.fetch(request, { parsedBody: body, authInfo });
}

/** A server that answers each call with the same outcome. */
function serverOf(outcome: Outcome, serverInfo: Implementation): McpServer {
  const made = new McpServer(serverInfo, { capabilities: { tools: {} } });
  const { server } = made;
  server.setRequestHandler('tools/call', { params: ANYTHING }, () => {
    if ('thrown' in outcome) throw outcome.thrown;
    return outcome.result as Record<string, unknown>;
  });
  return made;
}
