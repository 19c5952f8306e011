import { ModelError } from '../model-error.ts';

/**
 * Creates a handler for a failed import of an optional provider package. It throws `ModelError`
 * `not-installed` if the package is missing, and the original error otherwise.
 */
export function handleMissingPackage(
  provider: string,
  packageName: string,
): (thrown: unknown) => never {
  return (thrown) => {
    const isMissing =
      thrown instanceof Error &&
      'code' in thrown &&
      thrown.code === 'ERR_MODULE_NOT_FOUND' &&
      thrown.message.includes(`'${packageName}'`);
    if (!isMissing) throw thrown;
    throw new ModelError(
      'not-installed',
      `${provider} requires a package: npm install ${packageName}`,
    );
  };
}
