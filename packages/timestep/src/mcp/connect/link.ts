import {
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { McpError } from '../mcp-error.ts';
import {
  authorize,
  isUnauthorized,
  MOST_AUTHORIZATIONS,
  unauthorized,
  type Link,
  type LinkOptions,
} from './open.ts';
import { nameOf, type EnvironmentTarget } from './target.ts';

/** Keeps one connection and makes it anew when it is gone. */
export interface KeptLink {
  /**
   * Does something over the connection. When the server has forgotten the session, a new one is
   * begun and the work done again, which is safe because the server refused it unread.
   */
  use<T>(work: (link: Link) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Holding {
  readonly link: Promise<Link>;
  /** Works going on over it. A link given up is closed when the last of them has ended. */
  users: number;
  givenUp: boolean;
}

export function keepLink(
  first: Link,
  target: EnvironmentTarget,
  options: LinkOptions,
  open: () => Promise<Link>,
): KeptLink {
  let held: Holding | undefined;
  let authorizing: Promise<boolean> | undefined;
  let closed = false;

  function hold(link: Promise<Link>): Holding {
    const holding = { link, users: 0, givenUp: false };
    const drop = (): void => giveUp(holding);
    link.then(({ client }) => {
      client.onclose = drop;
    }, drop);
    return holding;
  }

  function giveUp(holding: Holding): void {
    holding.givenUp = true;
    if (held === holding) held = undefined;
  }

  async function enter(holding: Holding): Promise<Link> {
    holding.users += 1;
    try {
      return await holding.link;
    } catch (thrown) {
      holding.users -= 1;
      throw thrown;
    }
  }

  async function leave(holding: Holding): Promise<void> {
    holding.users -= 1;
    if (holding.givenUp && holding.users === 0) {
      const { client } = await holding.link;
      await client.close().catch(() => undefined);
    }
  }

  function authorizedAnew(link: Link): Promise<boolean> {
    authorizing ??= authorize(link.transport, options).finally(() => {
      authorizing = undefined;
    });
    return authorizing;
  }

  async function use<T>(work: (link: Link) => Promise<T>): Promise<T> {
    let renewals = 0;
    let authorizations = 0;
    for (;;) {
      if (closed) throw new McpError('closed', `the connection to ${nameOf(target)} was closed`);
      held ??= hold(open());
      const holding = held;
      const link = await enter(holding);
      try {
        return await work(link);
      } catch (thrown) {
        if (isForgotten(link, thrown) && renewals === 0) {
          renewals += 1;
          giveUp(holding);
        } else if (isUnauthorized(thrown)) {
          authorizations += 1;
          const again =
            authorizations <= MOST_AUTHORIZATIONS && thrown instanceof UnauthorizedError;
          if (!again || !(await authorizedAnew(link))) throw unauthorized(target, thrown);
        } else {
          throw thrown;
        }
      } finally {
        await leave(holding);
      }
    }
  }

  held = hold(Promise.resolve(first));
  return {
    use,
    async close() {
      closed = true;
      const link = await held?.link.catch(() => undefined);
      held = undefined;
      if (link) await end(link);
    },
  };
}

function isForgotten({ transport }: Link, thrown: unknown): boolean {
  return (
    SdkHttpError.isInstance(thrown) &&
    thrown.status === 404 &&
    transport instanceof StreamableHTTPClientTransport &&
    transport.sessionId !== undefined
  );
}

const LONGEST_GOODBYE_MS = 1000;

/** Ends the session at the server too, which would keep it otherwise, but does not wait for long. */
async function end({ client, transport }: Link): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport) {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LONGEST_GOODBYE_MS);
    await Promise.race([transport.terminateSession().catch(() => undefined), late.promise]);
    clearTimeout(timer);
  }
  await client.close();
}
