import { expect, it } from 'vitest';
import { bedrockAccess } from './bedrock-access.ts';

const region = 'eu-west-1';

it('takes an API key first, then its own access keys, then those of AWS', () => {
  const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: region };
  expect(bedrockAccess(aws, 'key')).toEqual({ region, apiKey: 'key' });
  expect(bedrockAccess(aws, undefined)).toEqual({
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
  expect(bedrockAccess(own, undefined)).toEqual({
    region,
    accessKeyId: 'c',
    secretAccessKey: 'd',
    sessionToken: 't',
  });
});

it('needs both access keys, and a region', () => {
  const half = { AWS_ACCESS_KEY_ID: 'a', AWS_REGION: region };
  expect(() => bedrockAccess(half, undefined)).toThrow(/needs a key/);
  expect(() => bedrockAccess({}, 'key')).toThrow(/needs a region/);
  expect(bedrockAccess({ AWS_DEFAULT_REGION: region }, 'key')).toMatchObject({ region });
});
