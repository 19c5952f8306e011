/** Folder with the packages of published servers of tools; undefined if none is named. */
export const PUBLISHED_SERVERS: string | undefined =
  process.env['TIMESTEP_PUBLISHED_SERVERS'] || undefined;

/** True if tests can start published servers; otherwise a line says that these tests do not run. */
export function hasPublishedServers(): boolean {
  if (PUBLISHED_SERVERS !== undefined) return true;
  const message = 'TIMESTEP_PUBLISHED_SERVERS names no folder in which they are installed';
  process.stderr.write(`NOT RUN: test/interop/published-servers.test.ts: ${message}\n`);
  return false;
}
