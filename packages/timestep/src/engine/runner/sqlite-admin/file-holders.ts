import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { findParentOfForkedCopy } from './original-process.ts';

export interface FileHolder {
  readonly pid: number;
  readonly command: string;
  /** Whether the process is reading the file, so that the write-ahead log cannot be truncated. */
  readonly isReading: boolean;
}

/** Lists other processes that have a database file open. Undefined if the operating system does not say. */
export function listFileHolders(path: string): FileHolder[] | undefined {
  try {
    const readers = parseReadingProcesses(
      readFileSync('/proc/locks', 'utf8'),
      readInode(`${path}-shm`),
    );
    const holders = listProcessesWithOpenFiles(
      new Set(['', '-wal', '-shm'].map((end) => realpathSync(path) + end)),
    );
    const pids = new Set(holders.map(({ pid }) => pid));
    return holders
      .map(({ pid, original }) => ({ pid, original, isReading: readers.has(pid) }))
      .filter(({ original, isReading }) => isReading || !original || !pids.has(original))
      .filter(({ pid }) => pid !== process.pid)
      .map(({ pid, isReading }) => ({ pid, command: readCommandName(pid), isReading }))
      .toSorted((one, other) => one.pid - other.pid);
  } catch {
    return undefined;
  }
}

/** Byte range of the file that SQLite locks for reading (sqlite.org/walformat.html#locks). */
const FIRST_READ_LOCK = 123;
const LAST_READ_LOCK = 127;

/** Parses the ids of reading processes from `/proc/locks` (proc_locks(5)). */
export function parseReadingProcesses(locks: string, inode: string): ReadonlySet<number> {
  const readers = new Set<number>();
  for (const line of locks.split('\n')) {
    const [, , , kind, pid = '', device = '', first = '', last = ''] = line.trim().split(/ +/);
    const isOfFile = device.split(':').at(-1) === inode;
    const isOfReader = Number(first) <= LAST_READ_LOCK && Number(last) >= FIRST_READ_LOCK;
    if (kind === 'READ' && isOfFile && isOfReader) readers.add(Number(pid));
  }
  return readers;
}

function readInode(path: string): string {
  return String(statSync(path, { bigint: true, throwIfNoEntry: false })?.ino);
}

interface HoldingProcess {
  readonly pid: number;
  /** Id of the process of which this process is a forked copy. Undefined if it is no such copy. */
  readonly original: number | undefined;
}

/**
 * Lists processes that have these files open. A forked copy closes them when it starts a program.
 */
function listProcessesWithOpenFiles(names: ReadonlySet<string>): HoldingProcess[] {
  return readdirSync('/proc')
    .filter((name) => Number.isInteger(Number(name)))
    .map((name) => ({ pid: Number(name), original: findParentOfForkedCopy(Number(name)) }))
    .filter(({ pid }) => hasOpenFile(pid, names));
}

function hasOpenFile(pid: number, names: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  return readOrDefault([], () => readdirSync(folder)).some((descriptor) =>
    names.has(readOrDefault('', () => readlinkSync(`${folder}/${descriptor}`))),
  );
}

function readCommandName(pid: number): string {
  return readOrDefault('?', () => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
}

/** The process may have ended meanwhile, or belong to another user. */
function readOrDefault<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
