/** What the stores of tasks on Temporal hold, wherever their tables are. */
import { timestep } from './command.ts';

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

/** Reads the state of every task and its last message by the command, by the names of the agents. */
export async function readAnswers(
  folder: string,
  database: string,
): Promise<Readonly<Record<string, { readonly state: string; readonly answer?: string }>>> {
  const where = ['--database', database];
  const listed = await readOutput(folder, ['tasks', 'list', '--json', ...where]);
  const { tasks } = JSON.parse(listed) as {
    readonly tasks: readonly { readonly id: string; readonly agent: string; state: string }[];
  };
  const found = tasks.map(async ({ id, agent, state }) => {
    const form = ['tasks', 'export', id, '--form', 'transcript', ...where];
    const transcript = JSON.parse(await readOutput(folder, form)) as readonly {
      readonly content: string;
    }[];
    return [agent, { state, answer: transcript.at(-1)?.content ?? '' }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Runs the command and returns what it prints. If it fails, throws with what it prints about the failure. */
async function readOutput(folder: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await timestep(folder, args);
  if (code === 0) return stdout;
  throw new Error(`timestep ${args.join(' ')} exited with code ${code}: ${stderr}`);
}

/** All tasks of the fixtures have ended. */
export const ENDED: Awaited<ReturnType<typeof readAnswers>> = Object.fromEntries(
  Object.entries(ANSWERS).map(([agent, answer]) => [agent, { state: 'completed', answer }]),
);
