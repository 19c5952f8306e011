import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../../packages/timestep/src/people/cli/main.ts');

/** Starts a server of a folder behind the proxy, and waits until it listens. */
export async function startServer(
  folder: string,
  port: number,
  modelUrl: string,
): Promise<ChildProcess> {
  const listening = [
    '--port',
    String(port),
    '--allowed-host',
    'agents.example',
    '--no-ui',
    '--json',
  ];
  const stored = [
    '--trust-proxy',
    '127.0.0.1',
    '--grace',
    '30s',
    '--database',
    join(folder, 'tasks.db'),
  ];
  const args = [
    '--conditions=@timestep/source',
    MAIN,
    'serve',
    join(folder, 'desk'),
    ...listening,
    ...stored,
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LMSTUDIO_BASE_URL: modelUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return child;
}
