import { trimTrailing } from '#core';
import { createApiKeyAuthentication, listen, type FetchHandler } from '#protocols/http';
import type { Runner } from '#engine/port';
import { systemClock } from '#engine/runner';
import type { TracedBackend } from '#protocols/trace';
import { createApp } from './routing/app.ts';
import { createAuthentication } from './access/authentication.ts';
import { createCallerCounter } from './routing/caller-limits.ts';
import { DEFAULT_PROTOCOLS, ServeError, type ServeOptions } from './serve-options.ts';
import { createRouter } from './routing/router.ts';
import { logRequest } from './measuring/log-tasks.ts';
import type { Protocol } from './routing/mount.ts';
import { createFailureReporter, printToStandardError } from './measuring/failure-reporter.ts';
import { openProtocolHost, type CloseFn } from './open-protocol-host.ts';
import { agentToolsProtocol } from './protocols/agent-tools.ts';
import { healthProtocol } from './protocols/health.ts';
import { mcpProtocol } from './protocols/mcp.ts';
import { metricsProtocol } from './protocols/metrics.ts';
import { resourceProtocol } from './protocols/resource.ts';
import { NAMED_PROTOCOLS } from './protocols/named-protocols.ts';
import { requestToMeasurements } from './measuring/request-measure.ts';
import { toServables } from './servables.ts';
import { listServedAddresses, type AgentAddress } from './routing/agent-path.ts';

/** A running server. */
export interface Serving {
  readonly url: string;
  readonly port: number;
  /** The current addresses of the agents that clients can reach. */
  readonly addresses: () => readonly AgentAddress[];
  readonly runner: Runner;
  /** The backend, for `enableTracing`. */
  readonly backend: TracedBackend;
  /** True if `Agent.start` exports traces because environment variables name a collector. */
  readonly isTraced?: boolean;
  /** Resolves when the backend is closed. Rejects if the backend fails permanently. */
  readonly done: Promise<void>;
  /** Answers a request without a socket, for programs with their own HTTP server. */
  readonly fetch: FetchHandler;
  /**
   * Stops accepting requests, waits up to `graceMs` for running tasks, then releases
   * unfinished tasks, so that another process can continue them.
   */
  close(graceMs?: number): Promise<void>;
}

const DEFAULT_PORT = 9999;
const DEFAULT_GRACE_MS = 5000;
/** Milliseconds after the grace period in which requests of unfinished tasks are still answered. */
const LAST_ANSWERS_MS = 500;

/** Opens a server with options that `serve` has checked. */
export async function openServer(given: ServeOptions): Promise<Serving> {
  const failures = createFailureReporter(systemClock, given.onError ?? printToStandardError);
  const options = { ...given, onError: failures.report };
  const { port = DEFAULT_PORT, publicUrl, callerLimits } = options;
  const agents = toServables(requireDistinctIds(options.agents));
  const { authenticate, withScopes, tokens } = createAuthentication(options, publicUrl);
  // The server does not start if an agent has a weak API key.
  for (const { apiKeys } of agents.list()) if (apiKeys) createApiKeyAuthentication(apiKeys);
  /** Functions that close the opened parts; `close` calls them in reverse order. */
  const opened: CloseFn[] = [
    () => failures.end(),
    async () => void (await Promise.all(agents.list().map((agent) => agent.close()))),
  ];
  const close = async (graceMs: number): Promise<void> => {
    failures.expectStop();
    for (const part of opened.splice(0).toReversed()) await part(graceMs);
  };
  try {
    const {
      host: protocolHost,
      backend,
      closeSending,
      closeRunning,
    } = await openProtocolHost({
      ...options,
      agents,
      tokens,
    });
    const answering: CloseFn[] = [closeRunning];
    // Parts are closed concurrently, because each may wait for connections that another holds open.
    opened.push(
      async (graceMs) => void (await Promise.all(answering.map(async (part) => part(graceMs)))),
      closeSending,
    );
    const protocols = [];
    for (const protocol of listProtocols(options)) {
      const mounted = await protocol(protocolHost);
      protocols.push(mounted);
      if (mounted.close) answering.push(mounted.close);
    }
    const router = createRouter({ ...protocolHost, protocols, withScopes });
    answering.push(router.close);
    const { allowedHosts, runner, measuring } = protocolHost;
    const app = createApp({
      ...options,
      allowedHosts,
      runner,
      router,
      hooks: backend.hooks,
      onAnswered(answered) {
        requestToMeasurements(answered).forEach(measuring.addMeasurement);
        if (options.log) logRequest(options.log, answered);
      },
      authenticate,
      callers: callerLimits && createCallerCounter(callerLimits, () => systemClock.now()),
    });
    const listening = await listen(app, {
      ...options,
      port,
      authenticated: authenticate !== undefined,
      ...(options.bodyLimit !== undefined && { messageLimit: options.bodyLimit }),
    });
    answering.push((graceMs) => listening.close(graceMs + Math.min(graceMs, LAST_ANSWERS_MS)));
    let closing: Promise<void> | undefined;
    const url = publicUrl ?? listening.url;
    return {
      url,
      addresses: () => listServedAddresses(agents, trimTrailing(url, '/')),
      port: listening.port,
      runner,
      backend,
      done: backend.done,
      fetch: app,
      close: (graceMs = DEFAULT_GRACE_MS) => (closing ??= close(graceMs)),
    };
  } catch (thrown) {
    await close(0);
    throw thrown;
  }
}

function listProtocols({ protocols = DEFAULT_PROTOCOLS }: ServeOptions): readonly Protocol[] {
  const asked = protocols.map((one) => (typeof one === 'string' ? NAMED_PROTOCOLS[one] : one));
  return [
    healthProtocol,
    metricsProtocol,
    resourceProtocol,
    mcpProtocol,
    agentToolsProtocol,
    ...asked,
  ];
}

function requireDistinctIds<T extends ServeOptions['agents']>(agents: T): T {
  if ('watch' in agents) return agents;
  if (agents.length === 0)
    throw new ServeError('no-agents', 'agents is empty: pass at least one agent');
  const ids = agents.map((agent) => agent.agentId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new ServeError('same-id', `two agents have the id ${twice}: change one`);
  return agents;
}
