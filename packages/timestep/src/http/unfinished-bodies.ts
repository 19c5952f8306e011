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

/**
 * Bounds the bytes held for bodies that have not arrived completely, and the time in which each must arrive. Above
 * the bound, the oldest body is given up and not the newest, so that callers who never finish do not shut out those
 * who do. One timer serves all bodies, because the oldest is always the first to be late.
 */
export function unfinishedBodies(limits: UnfinishedLimits): UnfinishedBodies {
  return new Bodies(limits);
}

/**
 * The bodies are linked with each other and are in no `Set`. A `Set` makes a new table now and then, and its old table
 * points to the new one: so one old table keeps all later bodies, with their requests, until the next full garbage
 * collection.
 */
class Bodies implements UnfinishedBodies {
  held = 0;
  readonly #limits: UnfinishedLimits;
  #oldest: Body | undefined;
  #newest: Body | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(limits: UnfinishedLimits) {
    this.#limits = limits;
  }

  begin(): UnfinishedBody {
    const body = new Body(this, performance.now(), this.#newest);
    if (this.#newest) this.#newest.next = body;
    else this.#oldest = body;
    this.#newest = body;
    if (this.#watch === undefined) this.#watchFrom(body);
    return body;
  }

  hold(body: Body, bytes: number): void {
    if (body.hasEnded) return;
    this.held += bytes - body.held;
    body.held = bytes;
    if (this.held > this.#limits.bytes) this.#makeRoom();
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
    this.held -= body.held;
  }

  #giveUp(body: Body, why: GivenUp): void {
    this.end(body);
    for (const run of body.listeners) run(why);
  }

  #makeRoom(): void {
    while (this.#oldest && this.held > this.#limits.bytes) this.#giveUp(this.#oldest, 'crowded');
  }

  #watchFrom(oldest: Body): void {
    const leftMs = oldest.begunAt + this.#limits.timeoutMs - performance.now();
    this.#watch = setTimeout(() => this.#giveUpLate(), Math.max(1, leftMs));
    // A body on its way has a connection, which keeps the process; the watch alone does not.
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

/** It is a class, because every request has one, and closures would take several times the memory. */
class Body implements UnfinishedBody {
  held = 0;
  hasEnded = false;
  /** The next older one that has not ended. */
  before: Body | undefined;
  /** The next younger one that has not ended. */
  next: Body | undefined;
  readonly begunAt: number;
  readonly listeners: ((why: GivenUp) => void)[] = [];
  readonly #all: Bodies;

  constructor(all: Bodies, begunAt: number, before: Body | undefined) {
    this.#all = all;
    this.begunAt = begunAt;
    this.before = before;
  }

  whenGivenUp(run: (why: GivenUp) => void): void {
    this.listeners.push(run);
  }

  hold(bytes: number): void {
    this.#all.hold(this, bytes);
  }

  end(): void {
    this.#all.end(this);
  }
}
