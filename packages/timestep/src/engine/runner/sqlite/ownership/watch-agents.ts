import type { ServedAgents } from '../../../port/index.ts';
import type { ErrorHandler } from '../error-handler.ts';
import { takeOverLapsedOwners, type HeartbeatDeps } from './runner-heartbeat.ts';

export interface AgentWatchDeps extends Pick<HeartbeatDeps, 'clock' | 'ownership' | 'host'> {
  readonly agents: ServedAgents;
  readonly errors: Pick<ErrorHandler, 'runAndReport'>;
}

/**
 * Watches the served agents: releases the tasks of removed agents immediately, and soon resumes
 * tasks that wait for added agents. Returns a function that stops watching.
 */
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
    // Many agents added one after another cause a single scan.
    next ??= setImmediate(resumeTasks);
  });
  return () => {
    stop();
    clearImmediate(next);
  };
}
