import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** A shell process that ends a process group when its pipe closes, which happens however this process ends. */
export interface Watchdog {
  /** Pipe to which the id of the process group is written, as a line. */
  readonly pipe: Writable;
  /** Makes the shell end the process group. Resolves to false if the shell failed to do so. */
  end(): Promise<boolean>;
}

export const SHELL = '/bin/sh';

/**
 * Script of the shell: waits for the end of its input, sends SIGTERM to the processes of the group
 * and all their descendants, and SIGKILL two seconds later. Ignores dead processes that their
 * parent has not collected.
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

/**
 * Starts the watchdog's shell. Undefined if there is no shell or no more process can be started.
 */
export function startWatchdog(): Watchdog | undefined {
  if (!existsSync(SHELL)) return undefined;
  // In a session of its own, the shell does not receive the signals of a terminal.
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
