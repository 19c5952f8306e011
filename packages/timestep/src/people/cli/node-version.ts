/** Minimum major version of Node for the command, as in `engines` of package.json. */
const MIN_NODE_VERSION = 24;

/** Returns an error message if the Node version, such as `24.1.0`, is too old. */
export function getNodeVersionError(version: string, path: string): string | undefined {
  const major = Number.parseInt(version, 10);
  if (major >= MIN_NODE_VERSION) return undefined;
  return (
    `Node ${MIN_NODE_VERSION} or newer is required, but ${path} is Node ${version}: ` +
    'install a newer version from https://nodejs.org'
  );
}
