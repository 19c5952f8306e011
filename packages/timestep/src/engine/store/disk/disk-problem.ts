import { readFileSync, realpathSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../store-error.ts';

/** Reads facts about the file system of a path. Tests pass their own. */
export interface Disk {
  /** Returns the number of the file system's type (`f_type`). Throws if the path does not exist. */
  readonly statfs: (path: string) => { readonly type: number };
  /** Returns the list of mounts in the format of `/proc/self/mountinfo`. */
  readonly readMounts: () => string;
  /** Whether the numbers of file system types are those of Linux. */
  readonly isLinux: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const SYSTEM_DISK: Disk = {
  statfs: (path) => statfsSync(path),
  readMounts: () => readFileSync('/proc/self/mountinfo', 'utf8'),
  isLinux: process.platform === 'linux',
  env: process.env,
};

/** Environment variable that permits file systems without reliable locks. */
const PERMISSION = 'TIMESTEP_UNSAFE_DISK';

/** Names of file systems that are not a local disk, by `f_type` (linux/magic.h, statfs(2)). */
const UNSAFE_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
  [0x01021997, '9P, as folders of Windows in WSL'],
  [0x786f4256, 'a shared folder of VirtualBox'],
  [0xbacbacbc, 'a shared folder of VMware'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x00c36400, 'Ceph'],
]);

const FUSE_TYPE = 0x65735546;

/** Names, in the list of mounts, of FUSE drivers that store files on another machine. */
const UNSAFE_DRIVERS =
  /^fuse\.(sshfs|rclone|s3fs|s3ql|goofys|mount-s3|mountpoint-s3|gcsfuse|blobfuse2?|davfs2?|curlftpfs|glusterfs|juicefs|ceph|grpcfuse|osxfs|vmhgfs-fuse)$/;

/**
 * Describes why SQLite must not use a path: its file locks are unreliable there, so that two
 * processes could damage the database. Undefined if the file system is fine or unknown.
 */
export function findDiskProblem(path: string, disk: Disk = SYSTEM_DISK): string | undefined {
  if (!disk.isLinux || path === ':memory:' || path.startsWith('file:')) return undefined;
  const folder = findExistingFolder(resolve(path), disk);
  if (folder === undefined) return undefined;
  const { type } = disk.statfs(folder);
  // A 32-bit number may arrive sign-extended to a longer one.
  const kind = UNSAFE_TYPES.get(type >>> 0) ?? findRemoteFuseDriver(folder, type, disk);
  if (kind === undefined) return undefined;
  return `${path} is not on a disk of this machine (${kind}), and the locks of SQLite do not hold there, so that two processes could damage the database: choose a path on a local disk, or a PostgreSQL database (--database postgres://...)`;
}

/** Throws `StoreError` for a path that SQLite must not use, unless the user permits it. */
export function requireSafeDisk(path: string, disk: Disk = SYSTEM_DISK): void {
  if (isUnsafeDiskPermitted(disk)) return;
  const problem = findDiskProblem(path, disk);
  if (problem === undefined) return;
  throw new StoreError('unsafe-disk', `${problem}; set ${PERMISSION}=1 to use the path anyway`);
}

/** Returns whether the user permits file systems without reliable locks. */
export function isUnsafeDiskPermitted({ env }: Disk = SYSTEM_DISK): boolean {
  return env[PERMISSION] === '1';
}

/** Returns the nearest existing folder of a path, because the database and its folder may not exist yet. */
function findExistingFolder(path: string, disk: Disk): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      disk.statfs(folder);
      return folder;
    } catch {
      if (dirname(folder) === folder) return undefined;
    }
  }
}

/** Returns the name of a folder's FUSE driver, if that driver stores files on another machine. */
function findRemoteFuseDriver(folder: string, type: number, disk: Disk): string | undefined {
  if (type !== FUSE_TYPE) return undefined;
  try {
    const real = `${realpathSync(folder)}/`;
    const mounts = disk.readMounts().split('\n').map(parseMount);
    const [nearest] = mounts
      .filter(({ place }) => real.startsWith(place === '/' ? place : `${place}/`))
      .toSorted((left, right) => right.place.length - left.place.length);
    return nearest && UNSAFE_DRIVERS.test(nearest.driver) ? nearest.driver : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a line such as `36 35 0:4 / /mnt rw - fuse.sshfs host: rw` (proc_pid_mountinfo(5)). */
function parseMount(line: string): { readonly place: string; readonly driver: string } {
  const [before = '', after = ''] = line.split(' - ');
  const place = before.split(' ')[4] ?? '';
  const decoded = place.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
  return { place: decoded, driver: after.split(' ')[0] ?? '' };
}
