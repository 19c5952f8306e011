import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { openWayIn } from './way-in.ts';

/** One thing done outside: by which tool or model step, under which key, in which attempt. */
interface Effect {
  readonly kind: string;
  readonly key: string;
  readonly attempt: number;
  /** The process that asked for it. */
  readonly pid: number;
}

/** A push notification as it came. */
export interface Notified {
  readonly id: string;
  readonly taskId: string;
  readonly generation: number;
  readonly state: string | undefined;
}

/** What is outside the process that crashes: it counts what is asked of it, and heeds keys. */
export interface World {
  readonly url: string;
  /** Where whichever process of the story serves is reached; it says so at `/lead`. */
  readonly served: string;
  /** Everything that was asked for, in order. */
  readonly asked: readonly Effect[];
  /** What took effect: of calls with the same key, one. */
  readonly applied: ReadonlyMap<string, Effect>;
  /** Push notifications, in order, those that came again left out. */
  readonly notified: readonly Notified[];
  /** All of them as they came. */
  readonly deliveries: readonly Notified[];
  /** Where the processes of the story note what must not be forgotten. */
  readonly ledger: string;
  close(): Promise<void>;
}

/** Long enough for a second message to arrive while the first is being worked on. */
const MODEL_MS = 15;

/** A connection that was idle for long may be closed just when it is used again. */
const NO_REUSE = { headers: { connection: 'close' } };

export async function createWorld(): Promise<World> {
  const asked: Effect[] = [];
  const applied = new Map<string, Effect>();
  const notified: Notified[] = [];
  const deliveries: Notified[] = [];
  const wayIn = await openWayIn();
  const folder = mkdtempSync(join(tmpdir(), 'timestep-world-'));
  const ledger = join(folder, 'ledger.jsonl');
  writeFileSync(ledger, '');

  async function perform(effect: Effect): Promise<string> {
    if (effect.kind.startsWith('probe ')) {
      const probed = `${effect.kind.slice('probe '.length)} ${effect.key}`;
      return applied.has(probed) ? 'applied' : 'unknown';
    }
    asked.push(effect);
    const key = `${effect.kind} ${effect.key}`;
    if (!applied.has(key)) applied.set(key, effect);
    if (effect.kind === 'model') await new Promise((resolve) => setTimeout(resolve, MODEL_MS));
    return 'applied';
  }

  const listening: ListeningServer = await listen(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/told') {
        const told = notifiedBy(
          request.headers.get('x-a2a-notification-id') ?? '',
          await request.text(),
        );
        deliveries.push(told);
        if (!notified.some(({ id }) => id === told.id)) notified.push(told);
        return new Response(null, NO_REUSE);
      }
      if (pathname === '/lead') {
        wayIn.lead(((await request.json()) as { readonly port: number }).port);
        return new Response(null, NO_REUSE);
      }
      if (pathname.startsWith('/told/')) {
        const taskId = pathname.slice('/told/'.length);
        const hasEnded = notified.some(
          (one) => one.taskId === taskId && one.state === 'TASK_STATE_COMPLETED',
        );
        return new Response(hasEnded ? 'ended' : 'not yet', NO_REUSE);
      }
      return new Response(await perform((await request.json()) as Effect), NO_REUSE);
    },
    { port: 0 },
  );
  return {
    url: listening.url,
    served: wayIn.url,
    asked,
    applied,
    notified,
    deliveries,
    ledger,
    async close() {
      wayIn.close();
      await listening.close(0);
      rmSync(folder, { recursive: true });
    },
  };
}

interface Told {
  readonly taskId: string;
  readonly status?: { readonly state: string };
  readonly metadata: { readonly generation: number };
}

function notifiedBy(id: string, body: string): Notified {
  const { statusUpdate, artifactUpdate } = JSON.parse(body) as {
    readonly statusUpdate?: Told;
    readonly artifactUpdate?: Told;
  };
  const told = statusUpdate ?? artifactUpdate;
  if (!told) throw new Error(`not a notification: ${body}`);
  const { taskId, status, metadata } = told;
  return { id, taskId, generation: metadata.generation, state: status?.state };
}
