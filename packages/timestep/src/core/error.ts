/** Marks errors of this package, also if they come from another realm such as a workflow bundle. */
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

/** Thrown if an event does not fit the task: a defect of the log or of the code, not a runtime failure. */
export class CoreError extends TimestepError {}
