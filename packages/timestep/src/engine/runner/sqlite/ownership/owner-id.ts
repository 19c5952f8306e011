/** Creates the owner id of a process from its process id and a unique text. */
export function createOwnerId(pid: number, unique: string): string {
  return `p${pid}-${unique}`;
}

/**
 * Returns the short name of the process with an owner id, such as `4711-9f3c`. Undefined for owner ids of
 * earlier releases, which did not contain the process id.
 */
export function getProcessName(owner: string): string | undefined {
  return /^p\d+-/.test(owner) ? owner.slice(1).replace(/-.*(?=.{4})/, '-') : undefined;
}
