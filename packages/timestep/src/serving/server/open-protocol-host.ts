import { createCardSigner, createPushService } from '#protocols/a2a';
import { createBodyReader, createSafePost } from '#protocols/http';
import { openWithStores, type Backend } from '#engine/port';
import { createMemoryRunner, withSessions, systemClock } from '#engine/runner';
import { createSpanFeed } from '#protocols/trace';
import { createBoundedRunner } from './bounded-runner.ts';
import type { CloseFn } from './close-together.ts';
import { createGauges } from './measuring/gauges.ts';
import { logTasks } from './measuring/log-tasks.ts';
import { createServerMeasurements } from './measuring/server-measurements.ts';
import type { ProtocolHost } from './routing/mount.ts';
import { chooseBackend } from './open-backend.ts';
import { listOwnHosts } from './access/resource-metadata.ts';
import { BEARER } from './protocols/a2a.ts';
import { filterExposedAgents, toServedAgents, toServables, type Servables } from './servables.ts';
import type { Servable, ServeOptions } from './serve-options.ts';

/** Milliseconds to send push notifications on close. The next process sends the rest. */
const PUSH_GRACE_MS = 1000;
/** Number of ended tasks of unstored responses that stay in memory for their callers. */
const UNSTORED_KEPT = 100;

export interface OpenedHost {
  readonly host: ProtocolHost;
  readonly backend: Backend;
  /** Closes the sending of push notifications. Call it before `closeRunning`. */
  readonly closeSending: CloseFn;
  /** Stops running tasks, and closes the backend. */
  readonly closeRunning: CloseFn;
}

export async function openProtocolHost(
  options: ServeOptions & Pick<ProtocolHost, 'onError' | 'tokens'>,
): Promise<OpenedHost> {
  const { allowedOrigins, publicUrl, apiKeys, delegationKey, onError } = options;
  const agents = toServables(options.agents);
  const allowedHosts = listOwnHosts(options);
  const { readJson, readBytes } = createBodyReader(options);
  const loops = toServedAgents(agents);
  const openBackend = chooseBackend(options);
  const following = createAgentWatcher(agents);
  const backend = await openWithStores(following.begin, () =>
    openBackend({ agents: loops, onError }),
  );
  const { outbox, responses, sessions, files, tasks } = backend;
  const feed = createSpanFeed(backend, { clock: systemClock, onError });
  if (options.log) logTasks(feed, options.log);
  const bounded = createBoundedRunner(backend.runner, agents);
  const runner = withSessions(bounded, { sessions, clock: systemClock, onError });
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
      gauges: createGauges({ tasks, runner, agents, outbox, clock: systemClock }),
      clock: systemClock,
      meter: options.meter,
    }),
    unstoredRunner,
    push,
    allowedHosts,
    readJson,
    readBytes,
    onError,
    ...(allowedOrigins && { allowedOrigins }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(options.interfaces && { interfaces: options.interfaces }),
    ...(apiKeys && { security: BEARER }),
    ...(options.cardKey && { signer: createCardSigner(options.cardKey) }),
    ...(options.tokens && { tokens: options.tokens }),
    ...(delegationKey !== undefined && { delegationKey }),
  };
  return {
    host,
    backend,
    closeSending: (graceMs) => push.close(Math.min(graceMs, PUSH_GRACE_MS)),
    async closeRunning(graceMs) {
      following.end();
      await Promise.all([backend.close(graceMs), unstoredRunner.close(graceMs)]);
    },
  };
}

/** Gives each agent its stores before its first task. */
function createAgentWatcher(agents: Servables): {
  readonly begin: (give: (agent: Servable) => void) => void;
  readonly end: () => void;
} {
  let end: (() => void) | undefined;
  return {
    begin(give) {
      const giveAll = (): void => {
        for (const agent of agents.list()) give(agent);
      };
      giveAll();
      end = agents.watch(giveAll);
    },
    end: () => end?.(),
  };
}
