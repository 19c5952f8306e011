const BRAND = Symbol.for('timestep.error');

/**
 * The base of every error this package throws. `code` is stable and meant for programs; `message`
 * is for people. Recognised by brand, because a workflow bundle is another realm.
 */
export class TimestepError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static isInstance(value: unknown): value is TimestepError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

/** The event log and the rules that fold it disagree: a defect, never a failure of the world. */
export class CoreError extends TimestepError {}
