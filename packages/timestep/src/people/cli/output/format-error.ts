import { TimestepError } from '#core';

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'change the permissions or choose another path',
  EPERM: 'change the permissions or choose another path',
  EROFS: 'the file system is read-only: choose another path',
  ENOSPC: 'the disk is full: free some space',
  EDQUOT: 'the disk quota is exceeded: free some space',
  ENOENT: 'check the path',
  ENOTDIR: 'a part of the path is not a folder: check the path',
  EISDIR: 'the path is a folder: check the path',
  EEXIST: 'the file exists already: choose another name',
  EMFILE: 'too many files are open: reduce the concurrency',
  ENFILE: 'too many files are open: reduce the concurrency',
  EIO: 'the disk reports an error: check the disk',
};

/** Formats an error for the user. Unknown errors are reported as a bug in timestep. */
export function formatError(thrown: unknown): string {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  if (TimestepError.isInstance(thrown)) return said;
  if (thrown instanceof Error && 'syscall' in thrown && 'code' in thrown) {
    const advice = ADVICE[String(thrown.code)] ?? 'the operating system refused the operation';
    return `${said}: ${advice}`;
  }
  return `this is a bug in timestep: ${said}`;
}
