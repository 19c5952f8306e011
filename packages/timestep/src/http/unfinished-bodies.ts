/** Why a server no longer waits for a body. */
export type GivenUp = 'crowded' | 'too-slow';

/** One body on its way. */
export interface UnfinishedBody {
  /** Calls `run` when the server is to stop waiting for the body. */
  whenGivenUp(run: (why: GivenUp) => void): void;
  /** Sets how many bytes are held for the body now. */
  hold(bytes: number): void;
  /** The body has arrived, or is not read any further. */
  end(): void;
}

/** The bodies that a server has begun to read. */
export interface UnfinishedBodies {
  /** Bytes held for all of them. */
  readonly held: number;
  begin(): UnfinishedBody;
}

/** The bounds of all bodies that have not arrived completely. */
export interface UnfinishedLimits {
  /** Bytes held for all of them. */
  readonly bytes: number;
  /** Milliseconds in which each must arrive. */
  readonly timeoutMs: number;
}

interface Body {
  held: number;
  readonly begunAt: number;
  readonly listeners: ((why: GivenUp) => void)[];
}

/**
 * Bounds the bytes held for bodies that have not arrived completely, and the time in which each must arrive. Above
 * the bound, the oldest body is given up and not the newest, so that callers who never finish do not shut out those
 * who do. One timer serves all bodies, because the oldest is always the first to be late.
 */
export function unfinishedBodies({ bytes: limit, timeoutMs }: UnfinishedLimits): UnfinishedBodies {
  const bodies = new Set<Body>();
  let total = 0;
  let watch: NodeJS.Timeout | undefined;

  function giveUp(body: Body, why: GivenUp): void {
    end(body);
    for (const run of body.listeners) run(why);
  }

  function end(body: Body): void {
    if (bodies.delete(body)) total -= body.held;
  }

  function makeRoom(): void {
    for (const oldest of bodies) {
      if (total <= limit) return;
      giveUp(oldest, 'crowded');
    }
  }

  function watchFrom(oldest: Body): void {
    const leftMs = oldest.begunAt + timeoutMs - performance.now();
    watch = setTimeout(giveUpLate, Math.max(1, leftMs));
    // A body on its way has a connection, which keeps the process; the watch alone does not.
    watch.unref();
  }

  function giveUpLate(): void {
    watch = undefined;
    const latest = performance.now() - timeoutMs;
    for (const oldest of bodies) {
      if (oldest.begunAt > latest) return watchFrom(oldest);
      giveUp(oldest, 'too-slow');
    }
  }

  return {
    get held() {
      return total;
    },
    begin() {
      const body: Body = { held: 0, begunAt: performance.now(), listeners: [] };
      bodies.add(body);
      if (watch === undefined) watchFrom(body);
      return {
        whenGivenUp: (run) => void body.listeners.push(run),
        hold(bytes) {
          if (!bodies.has(body)) return;
          total += bytes - body.held;
          body.held = bytes;
          if (total > limit) makeRoom();
        },
        end: () => end(body),
      };
    },
  };
}
