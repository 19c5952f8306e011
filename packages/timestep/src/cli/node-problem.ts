/** The oldest major version of Node that runs the command; `engines` of the manifest says the same. */
const OLDEST_NODE = 24;

/** What is wrong with the Node that runs the command, or nothing. `version` is like `24.1.0`. */
export function nodeProblem(version: string, path: string): string | undefined {
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_NODE) return undefined;
  return (
    `Node ${OLDEST_NODE} or newer is needed, and ${path} is Node ${version}: ` +
    'install a newer one from https://nodejs.org'
  );
}
