import type { Finding } from '#engine/port';
import { formatFirstNames } from './long-waits.ts';

/** Finds the tasks that ended their process repeatedly and wait for a user. */
export function findParkedTasks(parked: readonly { readonly id: string }[]): Finding[] {
  if (parked.length === 0) return [];
  const names = formatFirstNames(parked.map(({ id }) => id));
  const message = `some tasks ended their process repeatedly and wait for a decision (${names}): run timestep tasks show to see what they were doing, then timestep tasks resume ID --message "go on", or timestep tasks cancel`;
  return [{ severity: 'note', code: 'parked-task', message }];
}
