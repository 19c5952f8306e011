import type { HostParts } from '../runner-parts.ts';
import { takeOverLapsedOwners } from './runner-heartbeat.ts';

/** Releases the tasks of removed agents, and soon resumes the tasks of added agents. */
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
    // If many agents are added at once, tasks are searched only once.
    next ??= setImmediate(resumeTasks);
  });
  return () => {
    stop();
    clearImmediate(next);
  };
}
