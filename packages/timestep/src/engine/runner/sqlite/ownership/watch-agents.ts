import type { ServedAgents } from '#engine/port';
import type { ErrorHandler } from '../error-handler.ts';
import { takeOverLapsedOwners, type HeartbeatDeps } from './runner-heartbeat.ts';

export interface AgentWatchDeps extends Pick<HeartbeatDeps, 'clock' | 'ownership' | 'host'> {
  readonly agents: ServedAgents;
  readonly errors: Pick<ErrorHandler, 'runAndReport'>;
}

/** Releases tasks of removed agents, and soon resumes tasks of added agents. */
export function watchAgents(deps: AgentWatchDeps): () => void {
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
