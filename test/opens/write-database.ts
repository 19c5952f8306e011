/** Writes the databases of a generation: sends what the tests go on with, and kills the processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { PUSH_HOST } from './agents.ts';
import { post, respond, send, type ModelResponse } from './protocol.ts';

const LIFE = join(import.meta.dirname, 'life.ts');

interface Life {
  readonly url: string;
  /** Resolves once the process holds that many kinds of work. */
  readonly holding: (...what: readonly string[]) => Promise<readonly string[]>;
  readonly kill: () => Promise<void>;
}

/** Ids by what they are of, as the tests look them up. */
export interface WrittenDatabase {
  readonly tasks: Readonly<Record<string, { readonly id: string; readonly contextId: string }>>;
  readonly responses: Readonly<Record<string, string>>;
  readonly conversation: string;
  readonly file: string;
  /** The item that asks for a decision, and the call that the caller is to make. */
  readonly approval: string;
  readonly call: string;
  /** The keys of the calls and replies that were cut off, by their names. */
  readonly keys: Readonly<Record<string, string>>;
}

const LOOKUP = { type: 'function', name: 'lookup', parameters: { type: 'object' } };

const HELD = ['sleeper', 'thinker', 'dig', 'strike', 'read', 'post'];

/** Messages that begin a task, by the name of the agent. */
const WAITING = ['payer', 'archivist', 'booker', 'tailor', 'clerk', 'envoy'];
const WORKING = ['manager', 'digger', 'striker', 'reader', 'poster', 'scout'];

export async function writeDatabases(folder: string): Promise<WrittenDatabase> {
  const paths = { main: join(folder, 'tasks.db'), peers: join(folder, 'peers.db') };
  const peers = await started('peers', paths.peers);
  const main = await started('main', paths.main, peers.url);
  const { url } = main;
  const tasks: Record<string, { id: string; contextId: string }> = {};
  for (const agent of ['listener', ...WAITING]) {
    const parts = [{ text: `a word for the ${agent}` }];
    const { id, contextId } = await send(
      url,
      agent,
      { messageId: `m-${agent}`, parts },
      pushOf(agent),
    );
    tasks[agent] = { id, contextId };
  }
  const responses = await writeResponses(url);
  for (const agent of WORKING) {
    const parts = [{ text: `a word for the ${agent}` }];
    const sent = { messageId: `m-${agent}`, parts };
    const { id, contextId } = await send(url, agent, sent, { returnImmediately: true });
    tasks[agent] = { id, contextId };
  }
  const held = [...(await main.holding(...HELD)), ...(await peers.holding('ferry'))];
  await Promise.all([main.kill(), peers.kill()]);
  for (const path of Object.values(paths)) intoOneFile(path);
  // The files that owners hold locked are of their processes.
  for (const file of globSync(join(folder, '*.owner-*'))) rmSync(file);
  const keys = Object.fromEntries(held.map((line) => line.split(' ').slice(1) as [string, string]));
  return { tasks, ...responses, keys };
}

/** The task of the payer tells a receiver how it goes. */
function pushOf(agent: string): object {
  if (agent !== 'payer') return {};
  return { taskPushNotificationConfig: { id: 'told', url: `http://${PUSH_HOST}/told` } };
}

async function writeResponses(url: string): Promise<Omit<WrittenDatabase, 'tasks' | 'keys'>> {
  const first = await respond(url, { model: 'listener', input: 'one' });
  const second = await respond(url, {
    model: 'listener',
    input: 'two',
    previous_response_id: first.id,
  });
  const approval = await respond(url, { model: 'payer', input: 'pay' });
  const calling = await respond(url, { model: 'caller', input: 'look', tools: [LOOKUP] });
  const { id: conversation } = await post<{ readonly id: string }>(`${url}/v1/conversations`, {});
  await respond(url, { model: 'listener', input: 'first of it', conversation });
  const background = await respond(url, { model: 'thinker', input: 'think', background: true });
  return {
    responses: {
      first: first.id,
      second: second.id,
      approval: approval.id,
      calling: calling.id,
      background: background.id,
    },
    file: await uploaded(url),
    conversation,
    approval: itemOf(approval, 'mcp_approval_request').id,
    call: itemOf(calling, 'function_call').call_id ?? '',
  };
}

async function uploaded(url: string): Promise<string> {
  const form = new FormData();
  form.set('purpose', 'user_data');
  form.set('file', new File(['what the file says'], 'note.txt', { type: 'text/plain' }));
  const response = await fetch(`${url}/v1/files`, { method: 'POST', body: form });
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

function itemOf({ output }: ModelResponse, type: string): ModelResponse['output'][number] {
  const item = output.find((one) => one.type === type);
  if (!item) throw new Error(`there is no ${type} in ${JSON.stringify(output)}`);
  return item;
}

async function started(...args: readonly string[]): Promise<Life> {
  const child = spawn(process.execPath, ['--conditions=@timestep/source', LIFE, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => said.push(line));
  const saying = async (start: string): Promise<string> => {
    for (;;) {
      const found = said.find((line) => line.startsWith(start));
      if (found !== undefined) return found;
      await once(lines, 'line');
    }
  };
  return {
    url: (await saying('serving ')).slice('serving '.length),
    holding: (...what) => Promise.all(what.map((name) => saying(`holding ${name} `))),
    kill: () => killed(child),
  };
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** What a killed process left in the log of SQLite is taken into the file. */
export function intoOneFile(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}
