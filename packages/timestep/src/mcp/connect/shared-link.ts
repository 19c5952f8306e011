import type { Link } from './open-link.ts';

/** A connection of several operations. If abandoned, it closes when the last of them ends. */
export interface SharedLink {
  readonly link: Promise<Link>;
  users: number;
  isAbandoned: boolean;
}

/** `onGone` is called if the connection does not open, or if the server closes it (`wasOpen`). */
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

/** Rejects without adding a user if the connection cannot be opened. */
export async function acquireLink(shared: SharedLink): Promise<Link> {
  shared.users += 1;
  try {
    return await shared.link;
  } catch (thrown) {
    shared.users -= 1;
    throw thrown;
  }
}

export async function releaseLink(shared: SharedLink): Promise<void> {
  shared.users -= 1;
  if (!shared.isAbandoned || shared.users > 0) return;
  const { client } = await shared.link;
  await client.close().catch(() => undefined);
}
