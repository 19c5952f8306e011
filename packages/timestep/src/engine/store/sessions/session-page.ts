import type { Session } from '#core';
import { SessionStoreError, type SessionPage, type SessionQuery } from '#engine/port';
import { decodePageToken, encodePageToken, type Position } from '../tasks/task-selection.ts';

export function decodeOptionalPageToken(pageToken: string | undefined): Position | undefined {
  try {
    return pageToken === undefined ? undefined : decodePageToken(pageToken);
  } catch (thrown) {
    const message = 'the page token is invalid: use the token of an earlier response';
    throw new SessionStoreError('bad-page-token', message, { cause: thrown });
  }
}

/** Builds a page of sessions. `found` holds one session more than the page if there are further pages. */
export function buildSessionPage(
  found: readonly Session[],
  { pageSize }: Pick<SessionQuery, 'pageSize'>,
): SessionPage {
  const sessions = found.slice(0, pageSize);
  const last = sessions.at(-1);
  const hasMore = found.length > pageSize;
  return { sessions, ...(last && hasMore && { nextPageToken: encodePageToken(last) }) };
}
