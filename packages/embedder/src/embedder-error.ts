/** `model-missing`: the package was not built; `thread-failed`: the thread of the model ended. */
export type EmbedderErrorCode = 'model-missing' | 'thread-failed';

export class EmbedderError extends Error {
  readonly code: EmbedderErrorCode;

  constructor(code: EmbedderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbedderError';
    this.code = code;
  }
}
