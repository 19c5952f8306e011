/** Closes one part of a server. Waits up to `graceMs` for its unfinished work. */
export type CloseFn = (graceMs: number) => Promise<void> | void;

/**
 * Closes parts concurrently, because each may wait for connections that another part holds open.
 */
export async function closeTogether(parts: readonly CloseFn[], graceMs: number): Promise<void> {
  await Promise.all(parts.map(async (part) => part(graceMs)));
}
