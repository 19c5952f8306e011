/** Connects to the servers of a folder as a program would, and ends in the way of its argument. */
import { spawn } from 'node:child_process';
import { loadAgentFolder } from '@timestep-ai/timestep/folder';

const [, , path = '', way = ''] = process.argv;
const definition = loadAgentFolder(path);
const list = async (): Promise<unknown> =>
  definition.environments.default.listTools(new AbortController().signal);

const WAYS: Readonly<Record<string, () => Promise<void> | void>> = {
  async close() {
    await list();
    await definition.close();
  },
  async 'close while connecting'() {
    list().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await definition.close();
  },
  async 'reload and close'() {
    await list();
    await definition.servers.reload();
    await definition.close();
  },
  async throw() {
    await list();
    setTimeout(() => {
      throw new Error('a mistake of the program');
    }, 0);
  },
  async exit() {
    await list();
    process.exit(3);
  },
  async stay() {
    await list();
  },
  /** As a program that starts a server by itself, and forgets what the server has started. */
  'end only the child'() {
    const target = definition.folder.servers[0]?.target;
    if (!target || !('command' in target)) throw new Error('the first server is no command');
    const child = spawn(target.command, target.args ?? [], { stdio: ['pipe', 'pipe', 'inherit'] });
    setTimeout(() => {
      child.kill('SIGKILL');
      process.exit(0);
    }, 700);
  },
};

await WAYS[way]?.();
