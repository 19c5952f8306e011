/** The store of tasks on Temporal, as an earlier release has written it, is read as it was. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { timestep } from './command.ts';
import { copyOf, GENERATIONS } from './generation.ts';

const DATABASE = ['--database', 'temporal.db'];

/** What the agents said last. */
const ANSWERS: Readonly<Record<string, string>> = {
  archivist: 'It is in the archive.',
  booker: 'It came to: Ada',
  clerk: 'It came to: filed there',
  envoy: 'It came to: two',
  listener: 'Heard: a word for the listener.',
  manager: 'It came to: {"state":"completed","text":"Heard: help the manager."}',
  payer: 'Paid 42.',
  sleeper: 'Heard: help the manager.',
  tailor: 'It came to: {"size":"M","state":{"cloth":"wool"}}',
};

describe.each(GENERATIONS)('the store of tasks on Temporal of %s', (generation) => {
  it('has the tasks with all that was said', async () => {
    const { folder, remove } = copyOf(generation, 'temporal.db');
    onTestFinished(remove);
    const { stdout } = await timestep(folder, ['tasks', 'list', '--json', ...DATABASE]);
    const { tasks } = JSON.parse(stdout) as {
      readonly tasks: readonly { readonly id: string; readonly agent: string; state: string }[];
    };
    const found = tasks.map(async ({ id, agent, state }) => {
      const form = ['tasks', 'export', id, '--form', 'transcript', ...DATABASE];
      const exported = await timestep(folder, form);
      const transcript = JSON.parse(exported.stdout) as readonly { readonly content: string }[];
      expect(state).toBe('completed');
      return [agent, transcript.at(-1)?.content] as const;
    });
    expect(Object.fromEntries(await Promise.all(found))).toEqual(ANSWERS);
  });
});
