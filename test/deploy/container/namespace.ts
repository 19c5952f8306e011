import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** A process below a root folder that sees nothing else of this machine but its programs and the repository. */
export interface Contained {
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly user?: string | undefined;
  /** A folder outside that is writable at `/data`. With it, the root itself is read-only. */
  readonly data?: string | undefined;
}

/** Sends a signal to the first process of a container, as an engine does. */
export function signalContained({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  process.kill(Number(children.trim()), signal);
}

export type ContainedProcess = ChildProcessByStdio<null, Readable, Readable>;

/** Stands for the base image: the programs of this machine, with Node and npm in the search path. */
const MOUNTS = `
set -e
root=$1; repository=$2; data=$3; shift 3
mount --bind "$root" "$root"
cd "$root"
mkdir -p usr dev proc tmp etc repository base
for name in bin sbin lib lib64; do [ -L $name ] || ln -s usr/$name $name; done
printf 'root:x:0:0::/root:/bin/sh\\nnode:x:1000:1000::/:/bin/sh\\n' > etc/passwd
printf 'root:x:0:\\nnode:x:1000:\\n' > etc/group
mount --bind /usr usr && mount -o remount,bind,ro usr
mount --bind "$repository" repository && mount -o remount,bind,ro repository
mount --rbind /dev dev
mount -t proc proc proc
mount -t tmpfs tmpfs tmp
if [ -n "$data" ]; then
  mount --bind "$data" data
  mount -o remount,bind,ro "$root"
fi
exec chroot "$@"
`;

export const PATH = '/base:/usr/local/bin:/usr/bin:/bin';

/** Starts a process in namespaces of its own for mounts and processes, where it is a child of process 1. */
export function startContained({
  root,
  cwd,
  env,
  command: program,
  user,
  data = '',
}: Contained): ContainedProcess {
  const variables = Object.entries({ PATH, HOME: '/', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const entered = ['sh', '-c', 'cd "$0" && exec "$@"', cwd, ...program];
  const [uid = '0', gid = '0'] = user?.split(':') ?? [];
  // After the change of the user, because the kernel forgets the signal then.
  const asUser = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--pdeathsig=KILL',
  ];
  const unshare = ['--mount', '--pid', '--fork', '--propagation=private'];
  const mounted = ['bash', '-c', MOUNTS, 'bash', root, REPOSITORY, data, root, ...asUser];
  const command = ['env', '-i', ...variables, ...entered];
  return spawn('unshare', [...unshare, ...mounted, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
