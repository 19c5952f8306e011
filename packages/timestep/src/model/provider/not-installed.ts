import { ModelError } from '../model-error.ts';

/** Handles the failed import of a package that only the users of one provider install. */
export function notInstalled(provider: string, name: string): (thrown: unknown) => never {
  return (thrown) => {
    const isMissing =
      thrown instanceof Error &&
      'code' in thrown &&
      thrown.code === 'ERR_MODULE_NOT_FOUND' &&
      thrown.message.includes(`'${name}'`);
    if (!isMissing) throw thrown;
    throw new ModelError('not-installed', `${provider} needs a package: npm install ${name}`);
  };
}
