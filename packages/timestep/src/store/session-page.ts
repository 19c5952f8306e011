import type { Session } from '../core/index.ts';
import { SessionStoreError, type SessionPage, type SessionQuery } from '../port/index.ts';
import { readPageToken, writePageToken, type Position } from './task-selection.ts';

/** Where a page begins. Throws `SessionStoreError` for a token that is not of an earlier page. */
export function startOfPage(pageToken: string | undefined): Position | undefined {
  try {
    return pageToken === undefined ? undefined : readPageToken(pageToken);
  } catch (thrown) {
    const message = 'the page token is unknown: use one of an earlier answer';
    throw new SessionStoreError('bad-page-token', message, { cause: thrown });
  }
}

/** A page of the sessions that were found: one more than fit on it where there are further pages. */
export function sessionPageOf(
  found: readonly Session[],
  { pageSize }: Pick<SessionQuery, 'pageSize'>,
): SessionPage {
  const sessions = found.slice(0, pageSize);
  const last = sessions.at(-1);
  const hasMore = found.length > pageSize;
  return { sessions, ...(last && hasMore && { nextPageToken: writePageToken(last) }) };
}
