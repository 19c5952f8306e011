import { createPushService, type PushService } from '@timestep-ai/timestep/a2a';
import type { Task } from '@timestep-ai/timestep/core';
import { createSafePost } from '@timestep-ai/timestep/http';
import type { Backend } from '@timestep-ai/timestep/port';
import { systemClock } from '@timestep-ai/timestep/runner';
import type { KillPoints } from './kill-points.ts';
import type { Ledger } from './ledger.ts';

export interface TellingSite extends Pick<Backend, 'runner' | 'outbox'> {
  readonly world: string;
  readonly ledger: Ledger;
  readonly points: KillPoints;
}

/** Tells the world of tasks, by push notifications. */
export interface Telling {
  readonly push: PushService;
  /** Has the world notified of a task, and waits until the world has heard of the task's end. */
  readonly told: (task: Task) => Promise<void>;
}

/** How long a target waits after its sender was killed. */
const CLAIM_MS = 1500;
const LOOK_MS = 50;

export function createTelling({ world, runner, outbox, ledger, points }: TellingSite): Telling {
  const safePost = createSafePost({ allowedHosts: [new URL(world).host] });
  const push = createPushService({
    outbox,
    runner,
    clock: systemClock,
    claimMs: CLAIM_MS,
    pollMs: 200,
    safePost: {
      ...safePost,
      async post(...given) {
        points.pass('before telling');
        const status = await safePost.post(...given);
        points.pass('after telling');
        return status;
      },
    },
  });
  return {
    push,
    async told({ id: taskId }) {
      const url = `${world}/told`;
      if (!ledger.has('told', taskId)) {
        await push.set({ taskId, id: 'world', url, version: '1.0' }, 1);
        ledger.record({ kind: 'told', taskId });
      }
      while ((await (await fetch(`${url}/${taskId}`)).text()) !== 'ended') {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
  };
}
