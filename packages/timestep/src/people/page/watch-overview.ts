import type { StreamMessage } from '#people/view';
import { readOverview } from './overview.ts';
import type { PageContext } from './page-context.ts';
import { waitUnlessAborted } from './watch-task-list.ts';

const INTERVAL_MS = 2000;

/** Yields the dashboard's overview of all tasks, then yields it again after each change. */
export async function* watchOverview(
  context: Pick<PageContext, 'site' | 'lines' | 'clock'>,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  let seen = '';
  while (!signal.aborted) {
    const overview = await readOverview(context, since);
    const found = JSON.stringify(overview);
    if (found !== seen) yield { kind: 'overview', overview };
    seen = found;
    await waitUnlessAborted(context.clock, INTERVAL_MS, signal);
  }
}
