import { createMcpHandler, type ServerNotifier } from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../core/index.ts';
import { buildServer } from '../build-server.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { needOf } from '../need.ts';
import { authInfoOf } from '../session.ts';
import type { CallDeps } from './answer-plain-call.ts';

/** Answers a request of the stateless era. */
export type AnswerStateless = (
  request: Request,
  body: JsonValue,
  caller: string,
) => Promise<Response>;

/** The SDK for requests that stand alone: a server for each. */
export interface SdkAnswers {
  readonly answer: AnswerStateless;
  /** Notifies clients that listen. */
  readonly notify: ServerNotifier;
  close(): Promise<void>;
}

/** Reads, refuses and answers whatever is not certainly usual. Calls of tools are made as all others are. */
export function sdkAnswers(
  compiled: () => CompiledEnvironment,
  { codec, callTasks, onError }: CallDeps,
): SdkAnswers {
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const headers = requestInfo?.headers;
      const need = needOf(headers?.get('mcp-method') ?? null, headers?.get('mcp-name') ?? null);
      return buildServer(compiled(), { era: 'modern', need, codec, callTasks }).server;
    },
    { legacy: 'reject', ...(onError && { onerror: onError }) },
  );
  return {
    answer: (request, body, caller) =>
      handler.fetch(request, { parsedBody: body, authInfo: authInfoOf(caller) }),
    notify: handler.notify,
    close: () => handler.close(),
  };
}
