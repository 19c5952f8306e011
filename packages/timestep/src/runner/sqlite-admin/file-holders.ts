import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { originalOf } from './process-original.ts';

/** A process that has a database open, as the system reports it. */
export interface FileHolder {
  readonly pid: number;
  /** The program's name. */
  readonly command: string;
  /** Whether it reads at this moment, so that the write-ahead log cannot be emptied. */
  readonly isReading: boolean;
}

/**
 * The processes that have a database open, except this one; `undefined` where the system does not
 * report it. Only an administrator sees those of other users.
 */
export function holdersOf(path: string): FileHolder[] | undefined {
  try {
    const readers = readersIn(readFileSync('/proc/locks', 'utf8'), inodeOf(`${path}-shm`));
    const holders = whoHolds(new Set(['', '-wal', '-shm'].map((end) => realpathSync(path) + end)));
    const pids = new Set(holders.map(({ pid }) => pid));
    return holders
      .map(({ pid, original }) => ({ pid, original, isReading: readers.has(pid) }))
      .filter(({ original, isReading }) => isReading || !original || !pids.has(original))
      .filter(({ pid }) => pid !== process.pid)
      .map(({ pid, isReading }) => ({ pid, command: commandOf(pid), isReading }))
      .toSorted((one, other) => one.pid - other.pid);
  } catch {
    return undefined;
  }
}

/** Bytes of the shared memory that SQLite locks to read (sqlite.org/walformat.html#locks). */
const FIRST_READ_LOCK = 123;
const LAST_READ_LOCK = 127;

/** The processes that read, parsed from `/proc/locks` (proc_locks(5)). */
export function readersIn(locks: string, inode: string): ReadonlySet<number> {
  const readers = new Set<number>();
  for (const line of locks.split('\n')) {
    const [, , , kind, pid = '', place = '', first = '', last = ''] = line
      .trim()
      .split(' ')
      .filter(isText);
    const isOfFile = place.split(':').at(-1) === inode;
    const isOfReader = Number(first) <= LAST_READ_LOCK && Number(last) >= FIRST_READ_LOCK;
    if (kind === 'READ' && isOfFile && isOfReader) readers.add(Number(pid));
  }
  return readers;
}

function isText(text: string): boolean {
  return text !== '';
}

function inodeOf(path: string): string {
  return String(statSync(path, { bigint: true, throwIfNoEntry: false })?.ino);
}

/** A process that holds a file. */
interface Holding {
  readonly pid: number;
  /** The process of which it is a copy. */
  readonly original: number | undefined;
}

/** A copy closes its files when it starts a program, so it is asked for its original first and for its files after that. */
function whoHolds(names: ReadonlySet<string>): Holding[] {
  return readdirSync('/proc')
    .filter(isNumber)
    .map((name) => ({ pid: Number(name), original: originalOf(Number(name)) }))
    .filter(({ pid }) => isHolder(pid, names));
}

function isHolder(pid: number, names: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  return orElse([], () => readdirSync(folder)).some((descriptor) =>
    names.has(orElse('', () => readlinkSync(`${folder}/${descriptor}`))),
  );
}

function commandOf(pid: number): string {
  return orElse('?', () => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
}

/** A process may end during the look, and those of other users cannot be read. */
function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function isNumber(name: string): boolean {
  return Number.isInteger(Number(name));
}
