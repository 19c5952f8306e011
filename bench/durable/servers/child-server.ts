import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const LONGEST_START_MS = 20_000;
const LOOK_MS = 25;

export interface Started {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts a program and waits until it is ready; the program is stopped by its process id. */
export async function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  isReady: () => Promise<boolean>,
  longestStartMs = LONGEST_START_MS,
): Promise<Started> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-1000)));
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const endWithUs = () => child.kill('SIGKILL');
  process.on('exit', endWithUs);

  async function stop(): Promise<void> {
    child.kill('SIGINT');
    await gone;
    process.off('exit', endWithUs);
  }

  const until = Date.now() + longestStartMs;
  while (!(await isReady())) {
    if (failure || child.exitCode !== null) {
      throw new Error(`${program} did not start: ${failure?.message ?? said.trim()}`);
    }
    if (Date.now() > until) {
      await stop();
      throw new Error(`${program} was not ready within ${longestStartMs / 1000} s`);
    }
    await setTimeout(LOOK_MS);
  }
  return { pid: child.pid ?? 0, stop };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
