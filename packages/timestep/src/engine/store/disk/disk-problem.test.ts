import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findDiskProblem, requireSafeDisk, type Disk } from './disk-problem.ts';

const EXT4 = 0xef53;
const FUSE = 0x65735546;

/** A machine on which only `existing` exists, on a file system of a type. */
function diskOf(type: number, more: Partial<Disk> & { readonly existing?: string } = {}): Disk {
  const { existing = '/srv', ...others } = more;
  return {
    statfs(path) {
      if (path === existing) return { type };
      if (existing.startsWith(path)) return { type: EXT4 };
      throw new Error('ENOENT');
    },
    readMounts: () => '',
    isLinux: true,
    env: {},
    ...others,
  };
}

it.each([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xff534d42 | 0, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
  [0x01021997, '9P'],
  [0x786f4256, 'a shared folder of VirtualBox'],
])('refuses type %i, which is %s, and says the way out', (type, kind) => {
  const problem = findDiskProblem('/srv/new/tasks.db', diskOf(type));
  expect(problem).toContain(`/srv/new/tasks.db is not on a disk of this machine (${kind}`);
  expect(problem).toContain('choose a path on a local disk, or a PostgreSQL database');
});

it.each([EXT4, 0x9123683e, 0x58465342, 0x01021994, 0x794c7630, 0x2fc12fc1, FUSE])(
  'takes type %i, whose locks hold',
  (type) => {
    expect(findDiskProblem('/srv/tasks.db', diskOf(type))).toBeUndefined();
  },
);

it('takes what is no file, and the numbers of other systems', () => {
  expect(findDiskProblem(':memory:', diskOf(0x6969))).toBeUndefined();
  expect(findDiskProblem('/srv/a', diskOf(0x6969, { isLinux: false }))).toBeUndefined();
  expect(findDiskProblem('/srv/a', diskOf(0x6969, { existing: '/other' }))).toBeUndefined();
});

it.each([
  ['fuse.sshfs', true],
  ['fuse.rclone', true],
  ['fuse.gcsfuse', true],
  ['fuseblk', false],
  ['virtiofs', false],
  ['fuse.mergerfs', false],
])('judges the driver %s of a mount in user space', (driver, isRefused) => {
  const folder = mkdtempSync(join(tmpdir(), 'a disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = folder.replaceAll(' ', '\\040');
  const mounts = `22 1 254:0 / / rw - ext4 /dev/vda rw\n36 22 0:40 / ${place} rw,nosuid shared:1 - ${driver} host: rw\n`;
  const disk = diskOf(FUSE, { existing: folder, readMounts: () => mounts });
  const problem = findDiskProblem(join(folder, 'tasks.db'), disk);
  expect(problem?.includes(`(${driver})`) ?? false).toBe(isRefused);
});

it('throws unless the user permits it', () => {
  expect(() => requireSafeDisk('/srv/a', diskOf(0x6969))).toThrow(
    expect.objectContaining({
      code: 'unsafe-disk',
      message: expect.stringContaining('; set TIMESTEP_UNSAFE_DISK=1 to use the path anyway'),
    }),
  );
  const env = { TIMESTEP_UNSAFE_DISK: '1' };
  expect(requireSafeDisk('/srv/a', diskOf(0x6969, { env }))).toBeUndefined();
  expect(requireSafeDisk('/srv/a', diskOf(EXT4))).toBeUndefined();
});

it('takes the disk of this test', () => {
  expect(findDiskProblem(join(tmpdir(), 'tasks.db'))).toBeUndefined();
});
