import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Client,
  CLIENT_CAPABILITIES_META_KEY,
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  UnauthorizedError,
  type ClientCapabilities,
  type JsonSchemaValidatorResult,
} from '@modelcontextprotocol/client';
import { omitUndefined, type JsonValue } from '#core';
import { createTokenError } from '../auth/token-error.ts';
import { HANDOFF_EXTENSION, TASKS_EXTENSION } from '../extension.ts';
import type { HandoffPolicy } from '../handoff/judge.ts';
import { McpError } from '../mcp-error.ts';
import { registerHandoffHandler, type OnHandoff } from './answer-handoffs.ts';
import {
  registerSamplingHandler,
  type SamplingDeps,
  type SamplingOptions,
} from './answer-samplings.ts';
import { explainErrorWithCauses } from './explain.ts';
import { isUnauthorized } from './is-unauthorized.ts';
import type { LinkListeners } from './link-listeners.ts';
import { createServerCatalog, type ServerCatalog } from './server-lists.ts';
import { isServerExitError, replaceByExitError } from './command/name-exit.ts';
import { getServerName, type EnvironmentTarget } from './target.ts';
import {
  createTransport,
  getConnectTimeout,
  type EnvironmentTransport,
  type HttpOptions,
} from './transport.ts';

export interface LinkOptions extends HttpOptions, LinkListeners {
  /** The name and version that this client reports to the server. */
  readonly client?: { readonly name: string; readonly version: string };
  /** Executes, from this process, the handoffs that the server's `handoff` tool requests. */
  readonly onHandoff?: OnHandoff;
  /** Policy for agents that handoffs may call. Default: only agents on this machine. */
  readonly handoff?: HandoffPolicy;
  /** Lets the server use the agent's model. Ignored if `onHandoff` is given. */
  readonly sampling?: SamplingOptions;
  /** Absolute paths of folders in which the MCP server may work (MCP roots). */
  readonly roots?: readonly string[];
  /** Client capabilities to declare, in addition to the capabilities for `onHandoff`. */
  readonly capabilities?: ClientCapabilities;
  /** Configures every new SDK client, for needs that the other options do not cover. */
  readonly configure?: (client: Client) => void;
  /** Waits until the user returns from the issuer; resolves to the query of the redirect URL. */
  readonly authorized?: () => Promise<URLSearchParams>;
  /** Milliseconds for connecting, and for listing tools or prompts. Default 30000; command: 120000. */
  readonly connectTimeoutMs?: number;
  /** Signal that aborts attempts to connect, which then reject with its reason. Open connections stay open. */
  readonly signal?: AbortSignal;
}

export interface Link {
  readonly client: Client;
  readonly transport: EnvironmentTransport;
  readonly catalog: ServerCatalog;
  /** `_meta` for requests about tasks. Empty if either side does not support them. */
  readonly tasksMeta: Readonly<Record<string, unknown>>;
}

/** Maximum authorizations per operation, so that a server cannot request them forever. */
export const MOST_AUTHORIZATIONS = 2;

/** Connects with the newest protocol revision that both sides support. Throws `McpError`. */
export async function openMcpLink(
  target: EnvironmentTarget,
  options: LinkOptions,
  answering: SamplingDeps,
): Promise<Link> {
  try {
    return await connectAndAuthorize(target, options, answering);
  } catch (thrown) {
    options.signal?.throwIfAborted();
    if (!mayBeOldSseServer(target, thrown)) throw toMcpError(target, thrown, thrown);
    try {
      return await connectAndAuthorize({ ...target, transport: 'sse' }, options, answering);
    } catch (again) {
      throw toMcpError(target, again, thrown);
    }
  }
}

/** Converts a connection failure to `McpError`. `first` is the failure of the transport that was tried first. */
function toMcpError(target: EnvironmentTarget, thrown: unknown, first: unknown): McpError {
  if (thrown instanceof McpError && !isServerExitError(thrown)) return thrown;
  if (isUnauthorized(thrown)) return createUnauthorizedError(target, thrown);
  const message = `cannot use ${getServerName(target)} as an MCP server: ${explainErrorWithCauses(first)}`;
  return new McpError('unreachable', message, { cause: first });
}

async function connectAndAuthorize(
  target: EnvironmentTarget,
  options: LinkOptions,
  answering: SamplingDeps,
): Promise<Link> {
  for (let authorizations = 0; ; authorizations += 1) {
    const transport = createTransport(target, options);
    try {
      return await connectWithProtocolFallback(target, transport, options, answering);
    } catch (thrown) {
      const again = authorizations < MOST_AUTHORIZATIONS && thrown instanceof UnauthorizedError;
      if (!again || !(await finishAuthorization(transport, options))) throw thrown;
    }
  }
}

const REFUSALS_OF_OLDER = [400, 404, 405];

/**
 * Returns whether a server may support only HTTP with SSE of MCP 2024-11-05, because it rejected a POST
 * accordingly.
 */
function mayBeOldSseServer(
  target: EnvironmentTarget,
  thrown: unknown,
): target is Extract<EnvironmentTarget, { url: string | URL }> {
  const isOpen = 'url' in target && target.transport === undefined;
  return isOpen && SdkHttpError.isInstance(thrown) && REFUSALS_OF_OLDER.includes(thrown.status);
}

/**
 * Completes an OAuth login with the code that `authorized` returns. Returns false if the connection has no
 * login.
 */
export async function finishAuthorization(
  transport: EnvironmentTransport,
  { authorized }: LinkOptions,
): Promise<boolean> {
  if (!authorized || !('finishAuth' in transport)) return false;
  await transport.finishAuth(await authorized());
  return true;
}

export function createUnauthorizedError(target: EnvironmentTarget, cause: unknown): McpError {
  if (cause instanceof InsufficientScopeError) {
    const wanted = cause.requiredScope ?? 'more scopes';
    const what = `the token for ${getServerName(target)} has too few scopes`;
    return createTokenError('insufficient_scope', `${what}: get one for ${wanted}`);
  }
  const message = `${getServerName(target)} requires authentication: give an authProvider or headers`;
  return new McpError('unauthorized', message, { cause });
}

/**
 * Share of the connection timeout that the version probe may take. Without a timeout it may take
 * `LONGEST_PROBE_MS`. A server that is silent for longer supports only the older handshake.
 */
const PROBE_SHARE = 0.9;
const LONGEST_PROBE_MS = 30_000;

const UNSUPPORTED_VERSION = -32_022;
const MODERN = { pin: '2026-07-28' } as const;

async function connectWithProtocolFallback(
  target: EnvironmentTarget,
  transport: EnvironmentTransport,
  options: LinkOptions,
  answering: SamplingDeps,
): Promise<Link> {
  const isOld = transport instanceof SSEClientTransport;
  try {
    return await connectTransport(transport, isOld ? 'legacy' : 'auto', options, answering);
  } catch (thrown) {
    // A slowly started server may have read the probe late, and then reject the older handshake.
    if (ProtocolError.isInstance(thrown) && thrown.code === UNSUPPORTED_VERSION) {
      return connectTransport(createTransport(target, options), MODERN, options, answering);
    }
    // Some servers answer the version probe ambiguously; the legacy handshake then decides.
    if (!SdkError.isInstance(thrown) || thrown.code !== SdkErrorCode.EraNegotiationFailed) {
      throw thrown;
    }
    return connectTransport(createTransport(target, options), 'legacy', options, answering);
  }
}

async function connectTransport(
  transport: EnvironmentTransport,
  mode: 'auto' | 'legacy' | { readonly pin: string },
  options: LinkOptions,
  answering: SamplingDeps,
): Promise<Link> {
  const { onHandoff, handoff = {}, capabilities, configure, onLog, roots } = options;
  const timeoutMs = getConnectTimeout('findExit' in transport, options);
  // If the program declares the capability `elicitation`, its `configure` must handle elicitation requests.
  const elicits = !capabilities?.elicitation;
  const sampling = onHandoff ? undefined : options.sampling;
  const declared: ClientCapabilities = {
    ...(elicits && { elicitation: { form: {}, url: {} } }),
    ...(sampling && { sampling: {} }),
    ...(roots && { roots: {} }),
    ...capabilities,
    ...(onHandoff && { sampling: {}, extensions: addExtension(capabilities, HANDOFF_EXTENSION) }),
  };
  const longestProbeMs = options.connectTimeoutMs ?? LONGEST_PROBE_MS;
  const client = new Client(options.client ?? { name: 'timestep', version: '0.1.0' }, {
    versionNegotiation: {
      mode,
      probe: { timeoutMs: Math.min(timeoutMs * PROBE_SHARE, longestProbeMs) },
    },
    capabilities: declared,
    // The SDK would refuse tools whose output schema it cannot read. `describeMismatch` checks results instead.
    jsonSchemaValidator: { getValidator: () => acceptData },
  });
  if (elicits) answering.elicitation.register(client);
  if (sampling) registerSamplingHandler(client, sampling, answering, onLog);
  if (roots) {
    const listed = roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) }));
    client.setRequestHandler('roots/list', () => ({ roots: listed }));
  }
  if (onHandoff) {
    registerHandoffHandler(client, { onHandoff, policy: handoff, calls: answering.handoffCalls });
  }
  if (onLog) subscribeToLog(client, onLog);
  configure?.(client);
  await connectClient(client, transport, timeoutMs, options.signal);
  const takesTasks = elicits && client.getProtocolEra() === 'modern';
  const withTasks = { ...declared, extensions: addExtension(declared, TASKS_EXTENSION) };
  return {
    client,
    transport,
    catalog: createServerCatalog(client, timeoutMs),
    // Only these requests declare tasks, so that other users of the client never receive one.
    tasksMeta: takesTasks ? { [CLIENT_CAPABILITIES_META_KEY]: withTasks } : {},
  };
}

async function connectClient(
  client: Client,
  transport: EnvironmentTransport,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stop = (): void => void transport.close().catch(() => undefined);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await client.connect(transport, { timeout: timeoutMs });
  } catch (thrown) {
    // The started MCP server is stopped if connecting to it fails, because it would keep running.
    if ('findExit' in transport) stop();
    signal?.throwIfAborted();
    throw replaceByExitError(transport, thrown);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** A schema validator that accepts any data. */
function acceptData<T>(data: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: data as T, errorMessage: undefined };
}

type Extensions = NonNullable<ClientCapabilities['extensions']>;

function addExtension(capabilities: ClientCapabilities | undefined, name: string): Extensions {
  return { ...capabilities?.extensions, [name]: {} };
}

function subscribeToLog(client: Client, onLog: NonNullable<LinkListeners['onLog']>): void {
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { level, logger, data } = params;
    onLog(omitUndefined({ level, data: (data ?? null) as JsonValue, logger }));
  });
}
