import { expect, it } from 'vitest';
import { handleMissingPackage } from './missing-package.ts';

it('says which package is to be installed', async () => {
  const name: string = '@timestep-ai/no-such-package';
  const failed = await import(name)
    .catch(handleMissingPackage('somebody', name))
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
  expect(() => handleMissingPackage('bedrock', 'bedrock-package')(broken)).toThrow(broken);
  const name: string = '@timestep-ai/no-such-package';
  const missing: unknown = await import(name).catch((e: unknown) => e);
  expect(() => handleMissingPackage('bedrock', 'bedrock-package')(missing)).toThrow(
    missing as Error,
  );
});
