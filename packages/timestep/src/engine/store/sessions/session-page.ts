import type { Session } from '../../../core/index.ts';
import { SessionStoreError, type SessionPage, type SessionQuery } from '../../port/index.ts';
import { decodePageToken, encodePageToken, type Position } from '../tasks/task-selection.ts';

/**
 * Returns the position at which a page starts. Throws `SessionStoreError` if the page token is
 * invalid.
 */
export function readPageStart(pageToken: string | undefined): Position | undefined {
  try {
    return pageToken === undefined ? undefined : decodePageToken(pageToken);
  } catch (thrown) {
    const message = 'the page token is invalid: use the token of an earlier response';
    throw new SessionStoreError('bad-page-token', message, { cause: thrown });
  }
}

/**
 * Builds a page from the sessions found. If further pages exist, `found` holds one session more
 * than the page size.
 */
export function buildSessionPage(
  found: readonly Session[],
  { pageSize }: Pick<SessionQuery, 'pageSize'>,
): SessionPage {
  const sessions = found.slice(0, pageSize);
  const last = sessions.at(-1);
  const hasMore = found.length > pageSize;
  return { sessions, ...(last && hasMore && { nextPageToken: encodePageToken(last) }) };
}
