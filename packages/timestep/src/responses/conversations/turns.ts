import type { Task } from '../../core/index.ts';
import type { SessionKey } from '../../port/index.ts';
import type { Service } from '../serve/service.ts';

/** Tasks that are asked for at a time, where all turns are wanted. */
const PAGE = 100;
/** A turn that was given up may have changed after the one that took its place. */
const NEWEST = 5;

type Site = Pick<Service, 'runner'>;

/** The newest turn of a conversation. */
export async function newestTurn(site: Site, key: SessionKey): Promise<Task | undefined> {
  // Other tasks of the same context may have changed since.
  for await (const tasks of pagesOf(site, key, NEWEST)) {
    const newest = tasks.filter(isTurn).toSorted(oldestFirst).at(-1);
    if (newest) return newest;
  }
  return undefined;
}

/** All turns of a conversation, oldest first. */
export async function turnsOf(site: Site, key: SessionKey): Promise<readonly Task[]> {
  const turns: Task[] = [];
  for await (const tasks of pagesOf(site, key, PAGE)) turns.push(...tasks.filter(isTurn));
  return turns.toSorted(oldestFirst);
}

async function* pagesOf(
  { runner }: Site,
  { principal, id: contextId }: SessionKey,
  pageSize: number,
): AsyncGenerator<readonly Task[]> {
  let pageToken: string | undefined;
  do {
    const page = await runner.list({
      principal,
      contextId,
      pageSize,
      ...(pageToken !== undefined && { pageToken }),
    });
    yield page.tasks;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

/** Another protocol may have begun tasks in the same context. */
function isTurn({ origin }: Task): boolean {
  return typeof origin.metadata?.['response_id'] === 'string';
}

/** Of two turns that began in the same millisecond, the later one continues the longer conversation. */
export function oldestFirst(one: Task, other: Task): number {
  return (
    one.createdAt - other.createdAt ||
    one.origin.history.length - other.origin.history.length ||
    one.id.localeCompare(other.id)
  );
}
