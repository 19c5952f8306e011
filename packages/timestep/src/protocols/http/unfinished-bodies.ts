/** The reason why a server stopped waiting for a body: too many bytes in total, or too slow. */
export type AbandonReason = 'crowded' | 'too-slow';

/** A request body that has not arrived completely. */
export interface UnfinishedBody {
  /** Registers a callback for the case that the server stops waiting for the body. */
  onAbandoned(run: (why: AbandonReason) => void): void;
  /** Sets the number of bytes in memory for this body. */
  setBytes(bytes: number): void;
  /** Removes the body, because it has arrived or is no longer read. */
  end(): void;
}

/** All incomplete bodies of a server. */
export interface UnfinishedBodies {
  /** Bytes in memory for all incomplete bodies. */
  readonly heldBytes: number;
  add(): UnfinishedBody;
}

/** Limits of all incomplete bodies together. */
export interface UnfinishedLimits {
  /** Maximum number of bytes in memory for all incomplete bodies. */
  readonly bytes: number;
  /** Maximum time for each body to arrive, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Limits the memory of incomplete bodies and the time in which each must arrive. Over the memory
 * limit, the oldest body is dropped instead of the newest, so that callers with endless bodies do
 * not block the others. One timer serves all bodies, because the oldest body always times out
 * first.
 */
export function createUnfinishedBodies(limits: UnfinishedLimits): UnfinishedBodies {
  return new BodyList(limits);
}

/**
 * A linked list of bodies, used instead of a `Set`. A `Set` sometimes allocates a new table to
 * which its old table points, so one old table would keep all later bodies and their requests in
 * memory until the next full garbage collection.
 */
class BodyList implements UnfinishedBodies {
  heldBytes = 0;
  readonly #limits: UnfinishedLimits;
  #oldest: Body | undefined;
  #newest: Body | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(limits: UnfinishedLimits) {
    this.#limits = limits;
  }

  add(): UnfinishedBody {
    const body = new Body(this, performance.now(), this.#newest);
    if (this.#newest) this.#newest.next = body;
    else this.#oldest = body;
    this.#newest = body;
    if (this.#watch === undefined) this.#watchFrom(body);
    return body;
  }

  hold(body: Body, bytes: number): void {
    if (body.hasEnded) return;
    this.heldBytes += bytes - body.held;
    body.held = bytes;
    if (this.heldBytes > this.#limits.bytes) this.#makeRoom();
  }

  end(body: Body): void {
    if (body.hasEnded) return;
    const { before, next } = body;
    if (before) before.next = next;
    else this.#oldest = next;
    if (next) next.before = before;
    else this.#newest = before;
    body.hasEnded = true;
    body.before = undefined;
    body.next = undefined;
    this.heldBytes -= body.held;
  }

  #giveUp(body: Body, why: AbandonReason): void {
    this.end(body);
    for (const run of body.listeners) run(why);
  }

  #makeRoom(): void {
    while (this.#oldest && this.heldBytes > this.#limits.bytes)
      this.#giveUp(this.#oldest, 'crowded');
  }

  #watchFrom(oldest: Body): void {
    const leftMs = oldest.begunAt + this.#limits.timeoutMs - performance.now();
    this.#watch = setTimeout(() => this.#giveUpLate(), Math.max(1, leftMs));
    // The timer does not keep the process alive, because an incomplete body has a connection that
    // does.
    this.#watch.unref();
  }

  #giveUpLate(): void {
    this.#watch = undefined;
    const latest = performance.now() - this.#limits.timeoutMs;
    while (this.#oldest) {
      if (this.#oldest.begunAt > latest) return this.#watchFrom(this.#oldest);
      this.#giveUp(this.#oldest, 'too-slow');
    }
  }
}

/** A class, because every request has a body and closures would take several times the memory. */
class Body implements UnfinishedBody {
  held = 0;
  hasEnded = false;
  /** The next older incomplete body. */
  before: Body | undefined;
  /** The next newer incomplete body. */
  next: Body | undefined;
  readonly begunAt: number;
  readonly listeners: ((why: AbandonReason) => void)[] = [];
  readonly #all: BodyList;

  constructor(all: BodyList, begunAt: number, before: Body | undefined) {
    this.#all = all;
    this.begunAt = begunAt;
    this.before = before;
  }

  onAbandoned(run: (why: AbandonReason) => void): void {
    this.listeners.push(run);
  }

  setBytes(bytes: number): void {
    this.#all.hold(this, bytes);
  }

  end(): void {
    this.#all.end(this);
  }
}
