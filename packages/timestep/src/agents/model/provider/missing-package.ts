import { ModelError } from '../model-error.ts';

/** Throws `ModelError` `not-installed` for a missing package, otherwise the original error. */
export function createMissingPackageHandler(
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
    const message = `${provider} requires a package: npm install ${packageName}`;
    throw new ModelError('not-installed', message);
  };
}
