/** Oldest versions of Node that the command runs on, as in `engines` of package.json. */
const OLDEST: readonly (readonly [major: number, minor: number])[] = [
  [22, 19],
  [24, 0],
];

/** Returns an error message if the Node version, such as `20.1.0`, is too old. */
export function getNodeVersionError(version: string, path: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [newest = 0] = OLDEST.at(-1) ?? [];
  const isKnown = OLDEST.some((oldest) => oldest[0] === major && oldest[1] <= minor);
  if (isKnown || major > newest) return undefined;
  return (
    `Node 22.19, or 24 or newer, is required, but ${path} is Node ${version}: ` +
    'install a newer version from https://nodejs.org'
  );
}
