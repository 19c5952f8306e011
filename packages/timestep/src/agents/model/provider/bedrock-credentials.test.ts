import { expect, it } from 'vitest';
import { readBedrockCredentials } from './bedrock-credentials.ts';

const region = 'eu-west-1';

it('takes an API key first, then its own access keys, then those of AWS', () => {
  const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: region };
  expect(readBedrockCredentials(aws, 'key')).toEqual({ region, apiKey: 'key' });
  expect(readBedrockCredentials(aws, undefined)).toEqual({
    region,
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
  const own = {
    ...aws,
    BEDROCK_ACCESS_KEY_ID: 'c',
    BEDROCK_SECRET_ACCESS_KEY: 'd',
    AWS_SESSION_TOKEN: 't',
  };
  expect(readBedrockCredentials(own, undefined)).toEqual({
    region,
    accessKeyId: 'c',
    secretAccessKey: 'd',
    sessionToken: 't',
  });
});

it('needs both access keys, and a region', () => {
  const half = { AWS_ACCESS_KEY_ID: 'a', AWS_REGION: region };
  expect(() => readBedrockCredentials(half, undefined)).toThrow(/needs a key/);
  expect(() => readBedrockCredentials({}, 'key')).toThrow(/needs a region/);
  expect(readBedrockCredentials({ AWS_DEFAULT_REGION: region }, 'key')).toMatchObject({ region });
});
