import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** A shell that ends a process group when the pipe to it closes, however this process ends. */
export interface Watchdog {
  /** Takes the id of the process group, as a line. */
  readonly pipe: Writable;
  /** Ends the process group. Resolves to false if the shell failed to do so. */
  end(): Promise<boolean>;
}

export const SHELL = '/bin/sh';

/**
 * Waits for the end of its input, sends SIGTERM to the members of the group and to all processes
 * below them, and two seconds later SIGKILL. A dead process whose parent has not collected it is no member.
 */
const SCRIPT = `
trap '' HUP INT TERM
group=
while read -r line; do group=$line; done
[ "$group" ] && kill -s 0 -- "-$group" 2>/dev/null || exit 0
list() {
  if [ -r /proc/self/stat ]; then cat /proc/[0-9]*/stat 2>/dev/null
  else ps -Ao pid=,stat=,ppid=,pgid= | sed 's/^ *\\([0-9]*\\)/\\1 ()/'
  fi
}
members() {
  if ! command -v awk >/dev/null; then
    kill -s 0 -- "-$group" 2>/dev/null && echo "-$group"
    return
  fi
  list | awk -v group="$group" -v known="$all" '
    BEGIN { split(known, pids, " "); for (each in pids) is_known[pids[each]] }
    { pid = $1; sub(/^.*\\) /, ""); if ($1 !~ /^[ZX]/) { parent[pid] = $2; leader[pid] = $3 } }
    END {
      do {
        more = 0
        for (pid in parent) if (!(pid in found))
          if (pid in is_known || leader[pid] == group || parent[pid] in found) { found[pid]; more = 1 }
      } while (more)
      for (pid in found) printf "%s ", pid
    }'
}
signal() { for each in "-$group" $all; do kill -s "$1" -- "$each"; done 2>/dev/null; }
all=
all=$(members)
[ "$all" ] || exit 0
signal TERM
left=40
while [ "$left" -gt 0 ] && all=$(members) && [ "$all" ]; do sleep 0.05; left=$((left - 1)); done
left=20
while [ "$left" -gt 0 ] && [ "$all" ]; do signal KILL; sleep 0.02; all=$(members); left=$((left - 1)); done
exit 0
`;

/** Starts the shell. Undefined if the machine has none, or has no room for another process. */
export function startWatchdog(): Watchdog | undefined {
  if (!existsSync(SHELL)) return undefined;
  // A session of its own keeps the signals of a terminal from the shell.
  const shell: ChildProcess = spawn(SHELL, ['-c', SCRIPT], {
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(shell, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
  const { stdin: pipe } = shell;
  if (!pipe) return undefined;
  pipe.on('error', () => undefined);
  shell.unref();
  return {
    pipe,
    end() {
      shell.ref();
      pipe.destroy();
      return gone;
    },
  };
}
