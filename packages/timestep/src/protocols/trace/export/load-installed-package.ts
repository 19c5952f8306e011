/** Loads an optional package. Undefined if the package is not installed. */
export async function loadInstalledPackage<Package>(
  name: string,
  load: () => Promise<Package>,
): Promise<Package | undefined> {
  try {
    return await load();
  } catch (thrown) {
    if (isMissingPackage(thrown, name)) return undefined;
    throw thrown;
  }
}

function isMissingPackage(thrown: unknown, name: string): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown)) return false;
  return thrown.code === 'ERR_MODULE_NOT_FOUND' && thrown.message.includes(name);
}
