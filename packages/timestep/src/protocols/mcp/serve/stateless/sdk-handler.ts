import { createMcpHandler, type ServerNotifier } from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../../core/index.ts';
import { buildServer } from '../build-server.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { getRequestNeed } from '../request-need.ts';
import { createAuthInfo } from '../session.ts';
import type { CallDeps } from './answer-plain-call.ts';

export type AnswerStateless = (
  request: Request,
  body: JsonValue,
  caller: string,
) => Promise<Response>;

/** The SDK's handler for independent requests, with a new server for each request. */
export interface SdkHandler {
  readonly answer: AnswerStateless;
  /** For clients with an open `subscriptions/listen` stream. */
  readonly notify: ServerNotifier;
  close(): Promise<void>;
}

/** Answers all requests that this package does not answer itself. */
export function createSdkHandler(
  compiled: () => CompiledEnvironment,
  { codec, callTasks, onError }: CallDeps,
): SdkHandler {
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const headers = requestInfo?.headers;
      const need = getRequestNeed(
        headers?.get('mcp-method') ?? null,
        headers?.get('mcp-name') ?? null,
      );
      return buildServer(compiled(), { era: 'modern', need, codec, callTasks }).server;
    },
    { legacy: 'reject', ...(onError && { onerror: onError }) },
  );
  return {
    answer: (request, body, caller) =>
      handler.fetch(request, { parsedBody: body, authInfo: createAuthInfo(caller) }),
    notify: handler.notify,
    close: () => handler.close(),
  };
}
