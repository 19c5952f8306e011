/** Ends one part of a server, and waits for up to `graceMs` for what it is doing. */
export type Closing = (graceMs: number) => Promise<void> | void;

/** Ends parts together, because each may wait for connections that the others hold open. */
export async function closeTogether(parts: readonly Closing[], graceMs: number): Promise<void> {
  await Promise.all(parts.map(async (part) => part(graceMs)));
}
