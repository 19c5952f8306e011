import {
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { omitUndefined } from '#core';
import { McpError } from '../mcp-error.ts';
import { isUnauthorized } from './is-unauthorized.ts';
import {
  finishAuthorization,
  MOST_AUTHORIZATIONS,
  createUnauthorizedError,
  type Link,
  type LinkOptions,
} from './open-link.ts';
import { findExitError, replaceByExitError } from './command/name-exit.ts';
import { rejectOnAbort } from './reject-on-abort.ts';
import { getServerName, type EnvironmentTarget } from './target.ts';

export interface ReconnectingLink {
  /** Calls `work`, and repeats it in a new session if the server says that the session has expired. */
  use<T>(work: (link: Link) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createReconnectingLink(
  first: Link,
  target: EnvironmentTarget,
  options: LinkOptions,
  open: () => Promise<Link>,
): ReconnectingLink {
  let held: SharedLink | undefined;
  let authorizing: Promise<boolean> | undefined;
  let closed = false;

  function markLinkAbandoned(shared: SharedLink): void {
    shared.isAbandoned = true;
    if (held === shared) held = undefined;
  }

  function dropLostLink(shared: SharedLink, lost: Link | undefined): void {
    const isNews = lost && !closed && !shared.isAbandoned;
    markLinkAbandoned(shared);
    if (!isNews) return;
    options.onLink?.(
      omitUndefined({ state: 'lost', error: findExitError(lost.transport) } as const),
    );
  }

  const authorizeOnce = (link: Link): Promise<boolean> =>
    (authorizing ??= finishAuthorization(link.transport, options).finally(() => {
      authorizing = undefined;
    }));

  async function useLink<T>(work: (link: Link) => Promise<T>): Promise<T> {
    let renewals = 0;
    let authorizations = 0;
    for (;;) {
      if (closed)
        throw new McpError('closed', `the connection to ${getServerName(target)} was closed`);
      held ??= createSharedLink(open(), dropLostLink);
      const shared = held;
      const link = await acquireLink(shared);
      try {
        return await work(link);
      } catch (thrown) {
        if (isSessionExpired(link, thrown) && renewals === 0) {
          renewals += 1;
          markLinkAbandoned(shared);
        } else if (isUnauthorized(thrown)) {
          authorizations += 1;
          const again =
            authorizations <= MOST_AUTHORIZATIONS && thrown instanceof UnauthorizedError;
          if (!again || !(await authorizeOnce(link))) throw createUnauthorizedError(target, thrown);
        } else {
          throw replaceByExitError(link.transport, thrown);
        }
      } finally {
        await releaseAndCloseIfAbandoned(shared);
      }
    }
  }

  held = createSharedLink(Promise.resolve(first), dropLostLink);
  return {
    use: useLink,
    async close() {
      closed = true;
      const link = await held?.link.catch(() => undefined);
      held = undefined;
      if (link) await terminateSessionAndClose(link);
    },
  };
}

function isSessionExpired({ transport }: Link, thrown: unknown): boolean {
  const hasSession =
    transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined;
  return hasSession && SdkHttpError.isInstance(thrown) && thrown.status === 404;
}

const LONGEST_GOODBYE_MS = 1000;

/** Terminates the session on the server, which would otherwise keep it, and closes the connection. */
async function terminateSessionAndClose({ client, transport }: Link): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport) {
    const late = AbortSignal.timeout(LONGEST_GOODBYE_MS);
    await rejectOnAbort(transport.terminateSession(), late).catch(() => undefined);
  }
  await client.close();
}

/** A connection that several operations share. After it is abandoned, it closes when the last of them ends. */
interface SharedLink {
  readonly link: Promise<Link>;
  users: number;
  isAbandoned: boolean;
}

/**
 * Creates a shared connection. `onGone` is called if the connection does not open, and with the
 * connection as `lost` if the server closes it.
 */
function createSharedLink(
  link: Promise<Link>,
  onFailedOrClosed: (shared: SharedLink, lost: Link | undefined) => void,
): SharedLink {
  const shared: SharedLink = { link, users: 0, isAbandoned: false };
  link.then(
    (opened) => {
      opened.client.onclose = () => onFailedOrClosed(shared, opened);
    },
    () => onFailedOrClosed(shared, undefined),
  );
  return shared;
}

async function acquireLink(shared: SharedLink): Promise<Link> {
  shared.users += 1;
  try {
    return await shared.link;
  } catch (thrown) {
    shared.users -= 1;
    throw thrown;
  }
}

async function releaseAndCloseIfAbandoned(shared: SharedLink): Promise<void> {
  shared.users -= 1;
  if (!shared.isAbandoned || shared.users > 0) return;
  const { client } = await shared.link;
  await client.close().catch(() => undefined);
}
