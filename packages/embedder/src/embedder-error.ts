/** `model-missing`: the package was not built; `thread-failed`: the thread of the model ended. */
export type EmbedderErrorCode = 'model-missing' | 'thread-failed';

/** Thrown if texts cannot be embedded. `message` says what to do. */
export class EmbedderError extends Error {
  readonly code: EmbedderErrorCode;

  constructor(code: EmbedderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbedderError';
    this.code = code;
  }
}
