import { execFile } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProgram } from './child-server.ts';
import type { StartServer } from './server.ts';

const run = promisify(execFile);

/** Folders in which distributions install programs that are not on the path. */
const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql*/bin',
];

/** Starts a PostgreSQL with its defaults (every commit synced), for this run only. */
export const startPostgres: StartServer = async (folder) => {
  const bin = findBinaries();
  const data = join(folder, 'data');
  mkdirSync(data);
  const user = await findUnprivilegedUser();
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    options,
  );
  const port = String(await freePort());
  const settings = ['-c', 'max_connections=200', '-c', 'unix_socket_directories='];
  const { pid, stop } = await startProgram(
    join(bin, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', port, ...settings],
    options,
    () =>
      run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', port]).then(
        () => true,
        () => false,
      ),
  );
  return { address: `postgresql://postgres@127.0.0.1:${port}/bench`, pid, stop };
};

function findBinaries(): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  const newestFirst = PLACES.flatMap((place) => globSync(place))
    .toSorted()
    .toReversed();
  const bin = [...onPath, ...newestFirst].find((place) =>
    ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(place, name))),
  );
  if (bin === undefined) throw new Error('PostgreSQL (initdb, postgres) is not installed');
  return bin;
}

/**
 * Returns another user if this one is root, because PostgreSQL refuses to run as root: the user
 * `postgres` or `nobody`.
 */
async function findUnprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string, name: string) => Number((await run('id', [flag, name])).stdout);
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: await idOf('-u', name), gid: await idOf('-g', name) };
    } catch {
      // The user does not exist on this machine.
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no other user to run it as');
}
