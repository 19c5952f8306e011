import {
  LOG_LEVEL_META_KEY,
  SdkError,
  SdkErrorCode,
  type AuthInfo,
  type Notification,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '#core';
import type { CompiledEnvironment } from '../compile.ts';
import { buildCapabilities } from '../server/build-server.ts';
import type { Exchange } from './exchange.ts';
import { LOGGING_LEVELS, MODERN, type PlainRequest } from './plain-request.ts';

export interface ReceivedCall {
  readonly request: Request;
  readonly body: JsonValue;
  readonly authInfo: AuthInfo;
  readonly compiled: CompiledEnvironment;
}

/** Creates the context that the SDK would pass to a tool for this request. */
export function createServerContext(
  { id, method, meta, envelope }: PlainRequest,
  exchange: Exchange,
  { request, authInfo, compiled }: ReceivedCall,
): ServerContext {
  const notify = async (notification: Notification): Promise<void> => {
    assertNotificationAllowed(notification.method, compiled);
    exchange.send(JSON.stringify({ jsonrpc: '2.0', ...notification }));
  };
  return {
    mcpReq: {
      id,
      method,
      ...(meta && { _meta: meta }),
      envelope,
      signal: exchange.signal,
      requestState: () => undefined,
      send: throwMethodUnsupported,
      notify,
      async log(level, data, logger) {
        const from = envelope[LOG_LEVEL_META_KEY];
        if (from === undefined || LOGGING_LEVELS.indexOf(level) < LOGGING_LEVELS.indexOf(from)) {
          return;
        }
        await notify({ method: 'notifications/message', params: { level, data, logger } });
      },
      elicitInput: async () => throwServerRequestUnsupported('elicitation/create'),
      requestSampling: async () => throwServerRequestUnsupported('sampling/createMessage'),
    },
    http: { authInfo, req: request },
  };
}

const REMOVED_NOTIFICATIONS: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/roots/list_changed',
  'notifications/tasks/status',
  'notifications/elicitation/complete',
]);

const CAPABILITY_NOTIFICATION = /^notifications\/(tools|prompts|resources)\//;

function assertNotificationAllowed(method: string, compiled: CompiledEnvironment): void {
  if (REMOVED_NOTIFICATIONS.has(method))
    throw createUnsupportedByRevisionError(`Notification '${method}'`, method);
  const [, capability] = CAPABILITY_NOTIFICATION.exec(method) ?? [];
  if (capability === undefined || capability in buildCapabilities(compiled, false)) return;
  const why = `Server does not support ${capability} (required for ${method})`;
  throw new SdkError(SdkErrorCode.CapabilityNotSupported, why);
}

function throwMethodUnsupported({ method }: { readonly method: string }): never {
  throw createUnsupportedByRevisionError(`Method '${method}'`, method);
}

function createUnsupportedByRevisionError(what: string, method: string): SdkError {
  return new SdkError(
    SdkErrorCode.MethodNotSupportedByProtocolVersion,
    `${what} is not supported by the negotiated protocol version (wire era ${MODERN})`,
    { method, era: MODERN },
  );
}

function throwServerRequestUnsupported(method: string): never {
  throw new SdkError(
    SdkErrorCode.MethodNotSupportedByProtocolVersion,
    `Server-to-client requests are not available on protocol revision ${MODERN}: '${method}' cannot be sent while serving a request on that revision. Return inputRequired({ ... }) from the handler instead — the client fulfils the embedded requests and retries the original request (multi round-trip requests).`,
    { method, era: MODERN },
  );
}
