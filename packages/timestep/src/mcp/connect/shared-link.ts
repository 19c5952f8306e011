import type { Link } from './open-link.ts';

/**
 * A connection that several operations share. After it has been abandoned, it closes when the last
 * of them ends.
 */
export interface SharedLink {
  readonly link: Promise<Link>;
  /** Number of operations that are using the connection. */
  users: number;
  isAbandoned: boolean;
}

/**
 * Shares a connection. `onGone` is called if it cannot be opened, or if the server closes it
 * (`wasOpen`).
 */
export function shareLink(
  link: Promise<Link>,
  onGone: (shared: SharedLink, wasOpen: boolean) => void,
): SharedLink {
  const shared: SharedLink = { link, users: 0, isAbandoned: false };
  link.then(
    ({ client }) => {
      client.onclose = () => onGone(shared, true);
    },
    () => onGone(shared, false),
  );
  return shared;
}

/** Adds a user to the connection. Rejects without adding one if the connection cannot be opened. */
export async function acquireLink(shared: SharedLink): Promise<Link> {
  shared.users += 1;
  try {
    return await shared.link;
  } catch (thrown) {
    shared.users -= 1;
    throw thrown;
  }
}

/** Removes a user from the connection, and closes an abandoned connection after its last user. */
export async function releaseLink(shared: SharedLink): Promise<void> {
  shared.users -= 1;
  if (!shared.isAbandoned || shared.users > 0) return;
  const { client } = await shared.link;
  await client.close().catch(() => undefined);
}
