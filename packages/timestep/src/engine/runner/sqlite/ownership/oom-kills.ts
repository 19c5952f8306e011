import { readFileSync } from 'node:fs';

/** Returns how many processes of this process's control group were killed because memory ran out (cgroup v2). */
export function readOomKills(path: string = findCgroupMemoryEventsPath()): number | undefined {
  const [, count] = /^oom_kill (\d+)$/m.exec(readText(path)) ?? [];
  return count === undefined ? undefined : Number(count);
}

/**
 * Returns the path of the control group's `memory.events`. In a container the group is the root.
 */
function findCgroupMemoryEventsPath(): string {
  const [, group = '/'] = /^0::(.*)$/m.exec(readText('/proc/self/cgroup')) ?? [];
  return `/sys/fs/cgroup${group === '/' ? '' : group}/memory.events`;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
