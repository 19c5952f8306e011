import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort, startOnPort } from './free-port.ts';
import { postgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);

export interface PostgresServer {
  readonly url: string;
  /** Kills the server immediately; committed data is still there after a restart. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a separate PostgreSQL for the tests, in a folder that must not exist. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const bin = postgresBinaries();
  if (bin === undefined) throw new Error('PostgreSQL (initdb, postgres) is not installed');
  mkdirSync(folder);
  const user = await unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const making = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(join(bin, 'initdb'), ['-D', folder, ...making], options);
  const settings = ['-c', 'unix_socket_directories=', '-c', 'fsync=off'];
  let port = await freePort();
  let child: ChildProcess | undefined;

  /** Resolves once the server responds; rejects when its process ends. */
  async function start(): Promise<void> {
    const args = ['-D', folder, '-h', '127.0.0.1', '-p', String(port), ...settings];
    const started = spawn(join(bin ?? '', 'postgres'), args, { ...options, stdio: 'ignore' });
    child = started;
    while (!(await isUp(urlAt(port)))) {
      if (started.exitCode !== null) throw new Error('PostgreSQL did not come up');
      await after(50);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child?.exitCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  await startOnPort(start, async () => {
    port = await freePort();
  });
  return {
    url: urlAt(port),
    crash: () => end('SIGQUIT'),
    restart: start,
    stop: () => end('SIGINT'),
  };
}

function urlAt(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

async function isUp(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root, so it runs as the user `postgres` or `nobody`. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name]))).catch(
      () => undefined,
    );
    const [uid, gid] = ids?.map(({ stdout }) => Number(stdout)) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no other user to run it as');
}
