import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Lists the running processes, but for dead ones whose parents have not collected them. */
function listProcesses(): readonly RunningProcess[] {
  return existsSync('/proc/self/stat') ? listOnLinux() : listByPs();
}

function listOnLinux(): readonly RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if ('ZX'.includes(state)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // The process has ended since the folder was listed.
        return [];
      }
    });
}

function listByPs(): readonly RunningProcess[] {
  const rows = execFileSync('ps', ['-Ao', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return [...rows.matchAll(/^ *(\d+) +(\d+) +([^Z\s]\S*) +(.*)$/gm)].map(
    ([, pid, parent, , command = '']) => ({ pid: Number(pid), parent: Number(parent), command }),
  );
}

export function listMarked(mark: string): readonly RunningProcess[] {
  return listProcesses().filter(({ command }) => command.includes(mark));
}

/** Lists the processes that a process has started, and those that they have. */
export function listDescendants(pid: number): readonly RunningProcess[] {
  const all = listProcesses();
  const found = new Set([pid]);
  let before = 0;
  while (found.size > before) {
    before = found.size;
    for (const each of all) if (found.has(each.parent)) found.add(each.pid);
  }
  return all.filter((each) => each.pid !== pid && found.has(each.pid));
}

export function isRunning(wanted: RunningProcess): boolean {
  return listProcesses().some(
    ({ pid, command }) => pid === wanted.pid && command === wanted.command,
  );
}
