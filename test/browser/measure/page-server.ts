import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programOf } from '../../interop/kill/program.ts';
import { sendMessage } from '../web.ts';
import type { Work } from './working-agents.ts';

export const PAGE_TOKEN = 'token-of-the-measurement';

/** A server with the page in a separate process, which can be killed and restarted. */
export interface PageServer {
  /** The address, the same after each restart. */
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Submits work to the agent that creates long logs; resolves to the id of its task. */
  work(work: Work): Promise<string>;
  /** Calls the agent that answers immediately. */
  ask(text: string): Promise<void>;
  /** Requests data of the page. */
  read<T>(path: string): Promise<T>;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
}

/** Starts a server and completes this number of short tasks. */
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
