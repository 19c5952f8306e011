import {
  createMcpHandler,
  McpServer,
  type AuthInfo,
  type Implementation,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../../core/index.ts';
import { hoistArguments } from '../../../../engine/tools/index.ts';

const ANYTHING = hoistArguments('tools/call', undefined).standard;

export type CallOutcome = { readonly result: object } | { readonly thrown: unknown };

interface AnsweredRequest {
  readonly request: Request;
  readonly body: JsonValue;
  readonly authInfo: AuthInfo;
  readonly serverInfo: Implementation;
}

/**
 * Lets the SDK create the response to a call whose outcome is not a plain text result: it validates
 * input requests and other content, and formats tasks and protocol errors.
 */
export async function answerBySdk(
  outcome: CallOutcome,
  { request, body, authInfo, serverInfo }: AnsweredRequest,
  onError: ((error: Error) => void) | undefined,
): Promise<Response> {
  const handler = createMcpHandler(() => createOutcomeServer(outcome, serverInfo), {
    legacy: 'reject',
    ...(onError && { onerror: onError }),
  });
  return handler.fetch(request, { parsedBody: body, authInfo });
}

function createOutcomeServer(outcome: CallOutcome, serverInfo: Implementation): McpServer {
  const made = new McpServer(serverInfo, { capabilities: { tools: {} } });
  const { server } = made;
  server.setRequestHandler('tools/call', { params: ANYTHING }, () => {
    if ('thrown' in outcome) throw outcome.thrown;
    return outcome.result as Record<string, unknown>;
  });
  return made;
}
