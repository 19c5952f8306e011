import { expect, it } from 'vitest';
import { notInstalled } from './not-installed.ts';

it('says which package is to be installed', async () => {
  const name: string = '@timestep-ai/no-such-package';
  const failed = await import(name).catch(notInstalled('somebody', name)).catch((e: unknown) => e);
  expect(failed).toMatchObject({
    name: 'ModelError',
    code: 'not-installed',
    retryable: false,
    message: 'somebody needs a package: npm install @timestep-ai/no-such-package',
  });
});

it('leaves other failures alone, and packages missing inside of the one that is there', async () => {
  const broken = new Error('broken');
  expect(() => notInstalled('bedrock', 'bedrock-package')(broken)).toThrow(broken);
  const name: string = '@timestep-ai/no-such-package';
  const missing: unknown = await import(name).catch((e: unknown) => e);
  expect(() => notInstalled('bedrock', 'bedrock-package')(missing)).toThrow(missing as Error);
});
