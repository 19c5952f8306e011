/** Writes the conversations of a generation, with the agent that is a folder. */
import { timestep, type Ended } from './command.ts';

/** Ids of sessions, by what they are. */
export interface WrittenChat {
  readonly ended: string;
  readonly waiting: string;
  readonly forked: string;
  /** Of an agent that has called another one, whose call waits for a person. */
  readonly delegated: string;
}

const DATABASE = ['--database', 'chat.db'];

export async function writeChat(folder: string): Promise<WrittenChat> {
  const ended = await sessionOf(folder, 'agent', 'How many apples?', 0);
  const waiting = await sessionOf(folder, 'agent', 'Please order pears', 4);
  await done(folder, 'sessions', 'rename', ended, 'A look at the stock');
  const forked = (await done(folder, 'sessions', 'fork', ended)).stdout.trim();
  const delegated = await sessionOf(folder, 'head', 'Please order figs', 4);
  return { ended, waiting, forked, delegated };
}

async function sessionOf(
  folder: string,
  agent: string,
  words: string,
  code: number,
): Promise<string> {
  const said = await timestep(folder, ['chat', agent, '--trust', ...DATABASE, '--json'], words);
  if (said.code !== code) throw new Error(`chat ended with ${said.code}: ${said.stderr}`);
  const { contextId } = JSON.parse(said.stdout.split('\n')[0] ?? '') as { contextId: string };
  return contextId;
}

async function done(folder: string, ...args: readonly string[]): Promise<Ended> {
  const ended = await timestep(folder, [...args, ...DATABASE]);
  if (ended.code !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}`);
  return ended;
}
