/** Identifies errors, also of the other realm in which a workflow bundle runs. */
const BRAND = Symbol.for('timestep.error');

/** Base class of all errors of this package. `code` is stable, `message` is for people. */
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

/** Thrown if the event log and the fold rules disagree: a defect, never a runtime failure. */
export class CoreError extends TimestepError {}
