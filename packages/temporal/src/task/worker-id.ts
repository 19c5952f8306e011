/** Number of characters of a worker id that tell two workers with the same process id apart. */
const SUFFIX = 4;

/**
 * Creates the id of a worker from its process id and a unique text. The pid comes first, so that records of
 * running processes are recognized.
 */
export function createWorkerId(pid: number, unique: string): string {
  return `${pid}-${unique}`;
}

/** Returns the short name of the process with a worker id, such as `4711-9f3c`. */
export function getWorkerName(workerId: string): string {
  const [pid = '', ...unique] = workerId.split('-');
  return `${pid}-${unique.join('-').slice(-SUFFIX)}`;
}
