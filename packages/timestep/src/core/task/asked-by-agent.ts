import type { Chain } from '../data/chain.ts';
import { getHopCount } from './delegation.ts';
import type { Task } from './task.ts';

/** Whether another agent sent the first message of a task, by a call or a handoff. */
export function isAskedByAgent({ origin, entries }: Pick<Task, 'origin' | 'entries'>): boolean {
  if ((origin.delegation?.path.length ?? 0) > 0 || getHopCount(origin.metadata) > 0) return true;
  return getHopCount(findFirst(entries)?.metadata) > 0;
}

function findFirst<T>(chain: Chain<T> | undefined): T | undefined {
  let link = chain;
  while (link?.before) link = link.before;
  return link?.last;
}
