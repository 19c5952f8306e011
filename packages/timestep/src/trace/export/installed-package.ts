/** Loads an optional package; `undefined` where it is not installed. */
export async function installedPackage<Package>(
  name: string,
  load: () => Promise<Package>,
): Promise<Package | undefined> {
  try {
    return await load();
  } catch (thrown) {
    if (isMissing(thrown, name)) return undefined;
    throw thrown;
  }
}

function isMissing(thrown: unknown, name: string): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown)) return false;
  return thrown.code === 'ERR_MODULE_NOT_FOUND' && thrown.message.includes(name);
}
