import { createCardSigner, createPushService } from '#protocols/a2a';
import { createBodyReader, createSafePost } from '#protocols/http';
import { openBackendWithStores, type Backend } from '#engine/port';
import {
  createMemoryRunner,
  systemClock,
  withCalledProgress,
  withWaitReasons,
  withSessions,
} from '#engine/runner';
import { createSpanFeed } from '#protocols/trace';
import { createRunnerWithTaskLimit } from './bounded-runner.ts';
import { createServerGauges } from './measuring/gauges.ts';
import { logTasks } from './measuring/log-tasks.ts';
import { createServerMeasurements } from './measuring/server-measurements.ts';
import type { ProtocolHost } from './routing/mount.ts';
import { chooseBackend } from './open-backend.ts';
import { listOwnHosts } from './access/resource-metadata.ts';
import { BEARER } from './protocols/a2a.ts';
import { filterExposedAgents, servablesToServedAgents, toServables } from './servables.ts';
import { DEFAULT_PROTOCOLS, type Servable, type ServeOptions } from './serve-options.ts';

/** Milliseconds to send push notifications on close. The next process sends the others. */
const PUSH_GRACE_MS = 1000;
/** Number of ended tasks without storage (`store: false`) that stay in memory for their callers. */
const UNSTORED_KEPT = 100;

/** Closes part of a server, after waiting up to `graceMs` milliseconds for unfinished work. */
export type CloseFn = (graceMs: number) => Promise<void> | void;

export interface OpenedHost {
  readonly host: ProtocolHost;
  readonly backend: Backend;
  /** Stops sending push notifications. Call this before `closeRunning`. */
  readonly closeSending: CloseFn;
  /** Stops running tasks, and closes the backend. */
  readonly closeRunning: CloseFn;
}

export async function openProtocolHost(
  options: ServeOptions & Pick<ProtocolHost, 'onError' | 'tokens'>,
): Promise<OpenedHost> {
  const { allowedOrigins, publicUrl, interfaces, tokens, delegationKey, onError } = options;
  const agents = toServables(options.agents);
  const allowedHosts = listOwnHosts(options);
  const { readJson, readBytes } = createBodyReader(options);
  const loops = servablesToServedAgents(agents);
  const openBackend = chooseBackend(options);
  let unwatch: (() => void) | undefined;
  // Sets the stores of each agent before its first task.
  const giveStores = (give: (agent: Servable) => void): void => {
    agents.list().forEach(give);
    unwatch = agents.watch(() => agents.list().forEach(give));
  };
  const backend = await openBackendWithStores(giveStores, () =>
    openBackend({ agents: loops, onError }),
  );
  const { outbox, responses, sessions, files, tasks } = backend;
  const feed = createSpanFeed(backend, { clock: systemClock, onError });
  if (options.log) logTasks(feed, options.log);
  const bounded = createRunnerWithTaskLimit(backend.runner, agents);
  const followed = withCalledProgress(withWaitReasons(bounded), systemClock);
  const runner = withSessions(followed, { sessions, clock: systemClock, onError });
  const unstoredRunner = createMemoryRunner({ agents: loops, keep: UNSTORED_KEPT, onError });
  const safePost = createSafePost({ allowedHosts: options.allowedPushHosts ?? [] });
  const push = createPushService({ outbox, runner, clock: systemClock, safePost, onError });
  const host: ProtocolHost = {
    agents: filterExposedAgents(agents),
    runner,
    outbox,
    responses,
    sessions,
    files,
    tasks,
    measuring: createServerMeasurements({
      feed,
      hooks: backend.hooks,
      gauges: createServerGauges({ tasks, runner, agents, outbox }, systemClock),
      clock: systemClock,
      meter: options.meter,
    }),
    unstoredRunner,
    push,
    allowedHosts,
    allowedOrigins,
    allowedPushHosts: options.allowedPushHosts,
    publicUrl,
    interfaces,
    tokens,
    delegationKey,
    security: options.apiKeys && BEARER,
    signer: options.cardKey && createCardSigner(options.cardKey),
    readJson,
    readBytes,
    onError,
    protocolNames: (options.protocols ?? DEFAULT_PROTOCOLS).filter(
      (one) => typeof one === 'string',
    ),
  };
  return {
    host,
    backend,
    closeSending: (graceMs) => push.close(Math.min(graceMs, PUSH_GRACE_MS)),
    async closeRunning(graceMs) {
      unwatch?.();
      await Promise.all([backend.close(graceMs), unstoredRunner.close(graceMs)]);
    },
  };
}
