/** Closes a part of the server, after waiting up to `graceMs` milliseconds for unfinished work. */
export type CloseFn = (graceMs: number) => Promise<void> | void;

/** Closes parts concurrently, because each may wait for connections that another holds open. */
export async function closeTogether(parts: readonly CloseFn[], graceMs: number): Promise<void> {
  await Promise.all(parts.map(async (part) => part(graceMs)));
}
