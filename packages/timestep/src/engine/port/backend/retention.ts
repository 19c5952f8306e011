/** How long ended tasks are retained. */
export interface Retention {
  /** Milliseconds after its last change until an ended task is deleted. */
  readonly endedForMs: number;
  /** Milliseconds between two cleanups. Default: one hour. */
  readonly everyMs?: number;
}
