import type { HostParts } from '../runner-parts.ts';
import { takeOverLapsedOwners } from './runner-heartbeat.ts';

/** Releases tasks of removed agents, and soon resumes tasks of added agents. */
export function watchAgents(deps: HostParts): () => void {
  const { agents, host, errors } = deps;
  let next: NodeJS.Immediate | undefined;

  function resumeTasks(): void {
    next = undefined;
    errors.runAndReport(() => {
      takeOverLapsedOwners(deps);
      host.recovery.checkTasks();
    });
  }

  const stop = agents.watch(() => {
    errors.runAndReport(() => host.recovery.releaseUnserved());
    // Many agents added at once cause a single scan.
    next ??= setImmediate(resumeTasks);
  });
  return () => {
    stop();
    clearImmediate(next);
  };
}
