import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programOf } from '../../interop/kill/program.ts';
import { sendMessage } from '../web.ts';
import type { Work } from './working-agents.ts';

export const PAGE_TOKEN = 'token-of-the-measurement';

/** A server with the page as a process of its own, which can be killed and started again. */
export interface PageServer {
  /** The same in all of its lives. */
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Gives work to the agent that makes long logs; resolves to the id of its task. */
  work(work: Work): Promise<string>;
  /** Asks the agent that answers at once. */
  ask(text: string): Promise<void>;
  /** Data of the page. */
  read<T>(path: string): Promise<T>;
  /** Ends it and removes what it kept. */
  close(): Promise<void>;
}

/** Starts a server in which so many short tasks are done. */
export async function startPageServer(tasks = 0): Promise<PageServer> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-page-'));
  const file = fileURLToPath(new URL('page-process.ts', import.meta.url));
  const program = programOf({
    name: 'the server of the page',
    folder,
    run: (port) => ({
      args: [file, port, join(folder, 'tasks.db'), String(tasks), PAGE_TOKEN],
      env: {},
    }),
  });
  await program.start();
  return {
    get url() {
      return program.url;
    },
    start: () => program.start(),
    kill: () => program.kill(),
    async work(work) {
      const { taskId } = await sendMessage(`${program.url}/agents/busy`, JSON.stringify(work));
      return taskId;
    },
    async ask(text) {
      await sendMessage(`${program.url}/agents/brief`, text);
    },
    async read<T>(path: string) {
      const headers = { authorization: `Bearer ${PAGE_TOKEN}` };
      const response = await fetch(`${program.url}/ui/api${path}`, { headers });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return (await response.json()) as T;
    },
    async close() {
      await program.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
