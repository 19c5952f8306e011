import { expect, it } from 'vitest';
import { createMissingPackageHandler } from './missing-package.ts';

it('says which package is to be installed', async () => {
  const name: string = '@timestep-ai/no-such-package';
  const failed = await import(name)
    .catch(createMissingPackageHandler('somebody', name))
    .catch((e: unknown) => e);
  expect(failed).toMatchObject({
    name: 'ModelError',
    code: 'not-installed',
    retryable: false,
    message: 'somebody requires a package: npm install @timestep-ai/no-such-package',
  });
});

it('leaves other failures alone, and packages missing inside of the one that is there', async () => {
  const broken = new Error('broken');
  expect(() => createMissingPackageHandler('bedrock', 'bedrock-package')(broken)).toThrow(broken);
  const name: string = '@timestep-ai/no-such-package';
  const missing: unknown = await import(name).catch((e: unknown) => e);
  expect(() => createMissingPackageHandler('bedrock', 'bedrock-package')(missing)).toThrow(
    missing as Error,
  );
});
