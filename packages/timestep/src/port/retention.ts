/** How long tasks are kept once they have ended. */
export interface Retention {
  /** Milliseconds since the last change of a task after which it is erased. */
  readonly endedForMs: number;
  /** Milliseconds between one look for such tasks and the next. Default one hour. */
  readonly everyMs?: number;
}
