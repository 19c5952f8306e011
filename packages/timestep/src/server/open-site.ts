import { createPushService } from '../a2a/index.ts';
import { createJsonReader, createSafePost } from '../http/index.ts';
import type { Backend } from '../port/index.ts';
import { createMemoryRunner, runnerWithSessions, systemClock } from '../runner/index.ts';
import type { Closing } from './closing.ts';
import type { Site } from './mount.ts';
import { backendOf } from './open-backend.ts';
import { ownHosts } from './own-hosts.ts';
import { loopsOf, servablesOf } from './servables.ts';
import type { ServeOptions } from './serve-options.ts';

/** Notifications that are not sent within this time are sent by the next process. */
const PUSH_GRACE_MS = 1000;
/**
 * How many ended tasks of unstored responses are kept, so that their callers can still be answered.
 */
const UNSTORED_KEPT = 100;

/** A site with the parts that must be ended. */
export interface OpenedSite {
  readonly site: Site;
  readonly backend: Backend;
  /** Ends what sends by itself; call it before `closeRunning`. */
  readonly closeSending: Closing;
  /** Ends what runs tasks, and closes the backend. */
  readonly closeRunning: Closing;
}

export async function openSite(options: ServeOptions & Pick<Site, 'onError'>): Promise<OpenedSite> {
  const { allowedOrigins, publicUrl, apiKeys, onError } = options;
  const agents = servablesOf(options.agents);
  const allowedHosts = ownHosts(options);
  const readJson = createJsonReader(options);
  const loops = loopsOf(agents);
  const backend = await backendOf(options)({ agents: loops, onError });
  const { outbox, responses, sessions, vectors, tasks } = backend;
  for (const agent of agents.list()) {
    agent.useSessions?.(sessions);
    agent.useVectors?.(vectors);
  }
  const runner = runnerWithSessions(backend.runner, { sessions, clock: systemClock, onError });
  const unstoredRunner = createMemoryRunner({ agents: loops, keep: UNSTORED_KEPT, onError });
  const safePost = createSafePost({ allowedHosts: options.allowedPushHosts ?? [] });
  const push = createPushService({ outbox, runner, clock: systemClock, safePost, onError });
  const site: Site = {
    agents,
    runner,
    outbox,
    responses,
    sessions,
    tasks,
    unstoredRunner,
    push,
    allowedHosts,
    readJson,
    onError,
    ...(allowedOrigins && { allowedOrigins }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(apiKeys && { security: [{ kind: 'http', name: 'apiKey', scheme: 'Bearer' }] }),
  };
  return {
    site,
    backend,
    closeSending: (graceMs) => push.close(Math.min(graceMs, PUSH_GRACE_MS)),
    async closeRunning(graceMs) {
      await Promise.all([backend.close(graceMs), unstoredRunner.close(graceMs)]);
    },
  };
}
