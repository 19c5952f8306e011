/** A loop in memory that keeps nothing: what the story costs without durability, and what a kill takes. */
import { NEEDS_APPROVAL, type Look, type Piece, type StartSubject } from '../subject.ts';
import { collect } from '../world.ts';

export const start: StartSubject = async ({ world }) => {
  const looks = new Map<string, Look>();
  const yes = new Map<string, () => void>();
  const pieces = new Map<string, Piece[]>();

  async function work(task: string): Promise<void> {
    pieces.set(task, []);
    for (let results = 0; ; results += 1) {
      const reply = await world.askModel(task, results);
      if (reply.kind === 'answer') {
        const take = (text: string) => pieces.get(task)?.push({ text });
        looks.set(task, { state: 'ended', answer: await collect(reply.pieces, take) });
        return;
      }
      if (reply.name === NEEDS_APPROVAL) {
        const { promise, resolve } = Promise.withResolvers<void>();
        yes.set(task, resolve);
        looks.set(task, { state: 'waiting', approval: reply.id });
        await promise;
        looks.set(task, { state: 'working' });
      }
      await world.performEffect(task, reply.name, reply.id);
    }
  }

  return {
    async submit(task) {
      if (looks.has(task)) return;
      looks.set(task, { state: 'working' });
      work(task).catch((thrown: unknown) => {
        looks.set(task, { state: 'failed', reason: String(thrown) });
      });
    },
    look: async (task) => looks.get(task) ?? { state: 'unknown' },
    approve: async (task) => yes.get(task)?.(),
    async *follow(task, from) {
      let next = from;
      for (;;) {
        const made = pieces.get(task) ?? [];
        yield* made.slice(next);
        next = made.length;
        if (looks.get(task)?.state !== 'working') return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
};
