/** Why a server no longer waits for a body. */
export type GivenUp = 'crowded' | 'too-slow';

/** One body on its way. */
export interface UnfinishedBody {
  /** Resolves when the server is to stop waiting for the body. */
  readonly givenUp: Promise<GivenUp>;
  /** Sets how many bytes are held for the body now. */
  hold(bytes: number): void;
  giveUp(why: GivenUp): void;
  /** The body has arrived, or is not read any further. */
  end(): void;
}

/** The bodies that a server has begun to read. */
export interface UnfinishedBodies {
  /** Bytes held for all of them. */
  readonly held: number;
  begin(): UnfinishedBody;
}

/**
 * Bounds the bytes held for bodies that have not arrived completely. Above the bound, the oldest
 * body is given up and not the newest, so that callers who never finish do not shut out those who
 * do.
 */
export function unfinishedBodies(limit: number): UnfinishedBodies {
  const bodies = new Set<{ held: number; readonly giveUp: UnfinishedBody['giveUp'] }>();
  let total = 0;

  function makeRoom(): void {
    for (const oldest of bodies) {
      if (total <= limit) return;
      oldest.giveUp('crowded');
    }
  }

  return {
    get held() {
      return total;
    },
    begin() {
      const { promise: givenUp, resolve } = Promise.withResolvers<GivenUp>();
      const end = (): void => {
        if (bodies.delete(body)) total -= body.held;
      };
      const giveUp = (why: GivenUp): void => {
        end();
        resolve(why);
      };
      const body = { held: 0, giveUp };
      bodies.add(body);
      return {
        givenUp,
        hold(bytes) {
          if (!bodies.has(body)) return;
          total += bytes - body.held;
          body.held = bytes;
          makeRoom();
        },
        giveUp,
        end,
      };
    },
  };
}
