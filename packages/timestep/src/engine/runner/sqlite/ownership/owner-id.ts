/** Number of characters of an owner id that tell two processes with the same process id apart. */
const SUFFIX = 4;

/** Creates the owner id of a process from its process id and a unique text. */
export function createOwnerId(pid: number, unique: string): string {
  return `p${pid}-${unique}`;
}

/**
 * Returns the short name of the process with an owner id, such as `4711-9f3c`. Undefined for owner ids of
 * earlier releases, which did not contain the process id.
 */
export function getProcessName(owner: string): string | undefined {
  const [, pid, unique = ''] = /^p(\d+)-(.+)$/.exec(owner) ?? [];
  return pid === undefined ? undefined : `${pid}-${unique.slice(-SUFFIX)}`;
}
