import { TimestepError } from '../core/index.ts';

/** Advice for errors of the operating system, by their codes. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'give yourself the permission, or choose another place',
  EPERM: 'give yourself the permission, or choose another place',
  EROFS: 'nothing can be written there: choose another place',
  ENOSPC: 'the disk is full: make room',
  EDQUOT: 'your share of the disk is full: make room',
  ENOENT: 'check the path',
  ENOTDIR: 'a part of the path is not a folder: check the path',
  EISDIR: 'that is a folder: check the path',
  EEXIST: 'that exists already: choose another name',
  EMFILE: 'too many files are open: run fewer things at a time',
  ENFILE: 'too many files are open: run fewer things at a time',
  EIO: 'the disk does not read or write: check it',
};

/**
 * The message of a failure, for people. A refusal by the system or by another program is not a
 * defect of Timestep.
 */
export function failureText(thrown: unknown): string {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  if (TimestepError.isInstance(thrown)) return said;
  if (thrown instanceof Error && 'syscall' in thrown && 'code' in thrown) {
    const advice = ADVICE[String(thrown.code)] ?? 'the system refused it';
    return `${said}: ${advice}`;
  }
  return `this is a defect of timestep: ${said}`;
}
