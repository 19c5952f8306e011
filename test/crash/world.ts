import { listen, type Listening } from 'timestep/http';

/** One thing done outside: by which tool or model step, under which key, in which attempt. */
interface Effect {
  readonly kind: string;
  readonly key: string;
  readonly attempt: number;
}

/** What is outside the process that crashes: it counts what is asked of it, and heeds keys. */
export interface World {
  readonly url: string;
  /** Everything that was asked for, in order. */
  readonly asked: readonly Effect[];
  /** What took effect: of calls with the same key, one. */
  readonly applied: ReadonlyMap<string, Effect>;
  close(): Promise<void>;
}

/** Long enough for a second message to arrive while the first is being worked on. */
const MODEL_MS = 15;

export async function createWorld(): Promise<World> {
  const asked: Effect[] = [];
  const applied = new Map<string, Effect>();
  const listening: Listening = await listen(
    async (request) => {
      const effect = (await request.json()) as Effect;
      if (effect.kind.startsWith('probe ')) {
        const probed = `${effect.kind.slice('probe '.length)} ${effect.key}`;
        return new Response(applied.has(probed) ? 'applied' : 'unknown');
      }
      asked.push(effect);
      const key = `${effect.kind} ${effect.key}`;
      if (!applied.has(key)) applied.set(key, effect);
      if (effect.kind === 'model') await new Promise((resolve) => setTimeout(resolve, MODEL_MS));
      return new Response('applied');
    },
    { port: 0 },
  );
  return { url: listening.url, asked, applied, close: () => listening.close(0) };
}
