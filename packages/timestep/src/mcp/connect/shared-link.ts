import type { Link } from './open.ts';

/** A connection for several uses at once; once given up, it closes when the last use has ended. */
export interface SharedLink {
  readonly link: Promise<Link>;
  /** How many uses the connection has now. */
  users: number;
  isGivenUp: boolean;
}

/**
 * Shares a connection; `onGone` is called when it cannot be made, or was there and is closed by the other
 * side.
 */
export function shareLink(
  link: Promise<Link>,
  onGone: (shared: SharedLink, wasThere: boolean) => void,
): SharedLink {
  const shared: SharedLink = { link, users: 0, isGivenUp: false };
  link.then(
    ({ client }) => {
      client.onclose = () => onGone(shared, true);
    },
    () => onGone(shared, false),
  );
  return shared;
}

/** Counts one more user. Rejects, and counts none, where the connection cannot be made. */
export async function enterLink(shared: SharedLink): Promise<Link> {
  shared.users += 1;
  try {
    return await shared.link;
  } catch (thrown) {
    shared.users -= 1;
    throw thrown;
  }
}

/** Counts one user less, and closes a connection that was given up after its last user. */
export async function leaveLink(shared: SharedLink): Promise<void> {
  shared.users -= 1;
  if (!shared.isGivenUp || shared.users > 0) return;
  const { client } = await shared.link;
  await client.close().catch(() => undefined);
}
