import { expect, it } from 'vitest';
import { describeKey } from './describe-key.ts';

it.each([
  [{ isReady: true, keyVariable: 'OPENAI_API_KEY' }, 'API key: set in OPENAI_API_KEY.'],
  [{ isReady: false, keyVariable: 'OPENAI_API_KEY' }, 'API key missing: set OPENAI_API_KEY.'],
  [{ isReady: false }, 'No API key needed.'],
  [{ isReady: false, machineCredentials: 'AWS' }, 'Uses the AWS credentials of this machine.'],
  [
    { isReady: true, keyVariable: 'BEDROCK_API_KEY', machineCredentials: 'AWS' },
    'API key: set in BEDROCK_API_KEY.',
  ],
])('describes the key of %j', (facts, text) => {
  expect(describeKey({ name: 'p', ...facts })).toBe(text);
});
