import type { ServedAgents } from '../../port/index.ts';
import type { Refusals } from './refusals.ts';
import { takeUpLapsed, type RoundsSite } from './rounds.ts';

export interface AgentChangesSite extends Pick<RoundsSite, 'clock' | 'ownership' | 'residents'> {
  readonly agents: ServedAgents;
  readonly refusals: Pick<Refusals, 'attempt'>;
}

/**
 * Lets the tasks of agents go that have gone, at once, and soon takes up what waits for agents that
 * have come; the returned function ends that.
 */
export function followAgents(site: AgentChangesSite): () => void {
  const { agents, residents, refusals } = site;
  let next: NodeJS.Immediate | undefined;

  function takeUp(): void {
    next = undefined;
    refusals.attempt(() => {
      takeUpLapsed(site);
      residents.takeUp.review();
    });
  }

  const stop = agents.watch(() => {
    refusals.attempt(() => residents.takeUp.letGo());
    // A thousand agents that come one after another make one look.
    next ??= setImmediate(takeUp);
  });
  return () => {
    stop();
    clearImmediate(next);
  };
}
