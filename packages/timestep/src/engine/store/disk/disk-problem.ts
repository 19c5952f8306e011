import { readFileSync, realpathSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../store-error.ts';

/** What a process knows about the file system below a path. */
export interface Disk {
  /** Returns the number of the file system's type (`f_type`). Throws if the path does not exist. */
  readonly statfs: (path: string) => { readonly type: number };
  /** Returns the mounts in the format of `/proc/self/mountinfo`. */
  readonly readMounts: () => string;
  /** Whether the numbers are those of Linux. */
  readonly isLinux: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const SYSTEM_DISK: Disk = {
  statfs: (path) => statfsSync(path),
  readMounts: () => readFileSync('/proc/self/mountinfo', 'utf8'),
  isLinux: process.platform === 'linux',
  env: process.env,
};

/** The variable that permits file systems without dependable locks. */
const PERMISSION = 'TIMESTEP_UNSAFE_DISK';

/** File systems that are no disk of this machine, by `f_type` (linux/magic.h, statfs(2)). */
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

/** Drivers in user space that store files elsewhere, by their name in the list of mounts. */
const UNSAFE_DRIVERS =
  /^fuse\.(sshfs|rclone|s3fs|s3ql|goofys|mount-s3|mountpoint-s3|gcsfuse|blobfuse2?|davfs2?|curlftpfs|glusterfs|juicefs|ceph|grpcfuse|osxfs|vmhgfs-fuse)$/;

/**
 * Describes why SQLite must not use a path: its locks do not hold there, so that two processes could
 * damage the database. Undefined if the disk is fine or its kind is unknown.
 */
export function findDiskProblem(path: string, disk: Disk = SYSTEM_DISK): string | undefined {
  if (!disk.isLinux || path === ':memory:' || path.startsWith('file:')) return undefined;
  const folder = findExistingFolder(resolve(path), disk);
  if (folder === undefined) return undefined;
  const { type } = disk.statfs(folder);
  // A number of 32 bits can arrive with the sign of a longer one.
  const kind = UNSAFE_TYPES.get(type >>> 0) ?? findDriver(folder, type, disk);
  if (kind === undefined) return undefined;
  return `${path} is not on a disk of this machine (${kind}), and the locks of SQLite do not hold there, so that two processes could damage the database: choose a path on a local disk, or a PostgreSQL database (--database postgres://...)`;
}

/** Throws `StoreError` for a path that SQLite must not use, unless the user permits it. */
export function requireSafeDisk(path: string, disk: Disk = SYSTEM_DISK): void {
  if (isUnsafeDiskPermitted(disk)) return;
  const problem = findDiskProblem(path, disk);
  if (problem === undefined) return;
  throw new StoreError('unsafe-disk', `${problem}; ${PERMISSION}=1 uses the path all the same`);
}

/** Whether the user permits file systems without dependable locks. */
export function isUnsafeDiskPermitted({ env }: Disk = SYSTEM_DISK): boolean {
  return env[PERMISSION] === '1';
}

/** Returns the nearest folder that exists: the database and its folder may not exist yet. */
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

/** Returns the driver in user space of a folder, if it stores files elsewhere. */
function findDriver(folder: string, type: number, disk: Disk): string | undefined {
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
