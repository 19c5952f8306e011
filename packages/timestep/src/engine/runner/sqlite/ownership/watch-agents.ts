import type { HostParts } from '../runner-parts.ts';
import { takeOverLapsedOwners } from './runner-heartbeat.ts';

/** Releases the tasks of removed agents, and soon resumes the tasks of added agents. */
export function releaseAndResumeOnAgentChange(deps: HostParts): () => void {
  const { agents, host, errors } = deps;
  let next: NodeJS.Immediate | undefined;

  function takeOverAndCheckTasks(): void {
    next = undefined;
    errors.runAndReport(() => {
      takeOverLapsedOwners(deps);
      host.recovery.checkTasks();
    });
  }

  const stop = agents.watch(() => {
    errors.runAndReport(() => host.recovery.releaseUnserved());
    // If several agents are added at once, their tasks are searched only once.
    next ??= setImmediate(takeOverAndCheckTasks);
  });
  return () => {
    stop();
    clearImmediate(next);
  };
}
