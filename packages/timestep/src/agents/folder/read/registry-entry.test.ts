import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { checkValue, prepareArgumentsSchema } from '#engine/tools';
import { createTestFolder } from '../folder.fixture.ts';
import { formatProblem } from '../problem.ts';
import { createRegistryEntry } from './registry-entry.ts';

const REGISTRY = { name: 'io.github.ada/weather', remotes: ['https://agents.example/weather/mcp'] };

function entryOf(metadata: object) {
  const agent = { name: 'Weather', description: 'Tells the weather.', version: '1.2.0' };
  const manifest = { metadata: { ...agent, registry: REGISTRY, ...metadata } };
  const path = createTestFolder({ 'tsagent.json': manifest });
  const { entry, problems } = createRegistryEntry(path);
  return { entry, said: problems.map((one) => formatProblem(one).replace(`${path}/`, '')) };
}

const REMOTE = {
  type: 'object',
  properties: {
    type: { enum: ['streamable-http', 'sse'] },
    url: { type: 'string', pattern: '^https?://[^\\s]+$' },
  },
  required: ['type', 'url'],
};

/** What the registry's schema of 2025-12-11 demands of the parts that are written here. */
const RULES = prepareArgumentsSchema('server.json', {
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    name: {
      type: 'string',
      minLength: 3,
      maxLength: 200,
      pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
    },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^~^<>=]' },
    websiteUrl: { type: 'string' },
    icons: {
      type: 'array',
      items: {
        type: 'object',
        properties: { src: { type: 'string', pattern: '^https:' } },
        required: ['src'],
      },
    },
    repository: { type: 'object', required: ['url', 'source'] },
    remotes: { type: 'array', items: REMOTE },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          registryType: { type: 'string', minLength: 1 },
          identifier: { type: 'string', minLength: 1 },
          version: { type: 'string', minLength: 1, not: { const: 'latest' } },
          transport: {
            anyOf: [
              { type: 'object', properties: { type: { const: 'stdio' } }, required: ['type'] },
              REMOTE,
            ],
          },
        },
        required: ['registryType', 'identifier', 'transport'],
      },
    },
  },
  required: ['name', 'description', 'version'],
  additionalProperties: false,
});

async function fits(entry: JsonObject | undefined): Promise<boolean> {
  return (await checkValue(RULES, entry)).ok;
}

it('describes an agent as the registry wants it', async () => {
  const { entry, said } = entryOf({});
  expect(said).toEqual([]);
  expect(entry).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'io.github.ada/weather',
    title: 'Weather',
    description: 'Tells the weather.',
    version: '1.2.0',
    remotes: [{ type: 'streamable-http', url: 'https://agents.example/weather/mcp' }],
  });
  expect(await fits(entry)).toBe(true);
});

it('takes what the card says, a repository, packages and remotes with more', async () => {
  const headers = [{ name: 'authorization', isRequired: true, isSecret: true }];
  const variables = { tenant: { isRequired: true } };
  const { entry, said } = entryOf({
    documentationUrl: 'https://weather.example/docs',
    iconUrl: 'https://weather.example/icon.png',
    registry: {
      ...REGISTRY,
      description: 'Weather.',
      repository: { url: 'https://github.com/ada/weather', source: 'github' },
      remotes: [{ url: 'https://{tenant}.example/mcp', headers, variables }],
      packages: [
        { registryType: 'npm', identifier: '@ada/weather', version: '1.2.0', runtimeHint: 'npx' },
        { registryType: 'oci', identifier: 'ghcr.io/ada/weather:1.2.0' },
      ],
    },
  });
  expect(said).toEqual([]);
  expect(entry).toMatchObject({
    description: 'Weather.',
    websiteUrl: 'https://weather.example/docs',
    icons: [{ src: 'https://weather.example/icon.png' }],
    remotes: [{ type: 'streamable-http', url: 'https://{tenant}.example/mcp', headers, variables }],
    packages: [{ runtimeHint: 'npx', transport: { type: 'stdio' } }, { registryType: 'oci' }],
  });
  expect(await fits(entry)).toBe(true);
});

it.each([
  [{ registry: undefined }, 'metadata.registry.name is missing'],
  [{ registry: { ...REGISTRY, name: 'weather' } }, 'name must have the form io.github.you/agent'],
  [{ registry: { name: 'a.b/c' } }, 'registry.remotes or packages must define how'],
  [{ registry: { ...REGISTRY, remotes: ['/mcp'] } }, 'url must be a URL'],
  [{ description: 'x'.repeat(101) }, 'metadata.description must have 1 to 100 characters'],
  [{ description: undefined }, 'metadata.description must have 1 to 100 characters'],
  [{ version: '^1.0.0' }, 'metadata.version must be a single version'],
  [{ version: 'latest' }, 'metadata.version must be a single version'],
  [
    { registry: { ...REGISTRY, packages: [{ registryType: 'npm', identifier: 'x' }] } },
    'packages[0].version must be a single version of the package',
  ],
  [
    { registry: { ...REGISTRY, packages: [{ registryType: 'mcpb', identifier: 'x' }] } },
    'packages[0].fileSha256 must be the SHA-256',
  ],
  [
    { registry: { ...REGISTRY, repository: { url: 'https://x.example' } } },
    'repository.source is missing',
  ],
])('names what keeps an agent from being published: %j', (metadata, why) => {
  const { entry, said } = entryOf(metadata);
  expect(entry).toBeUndefined();
  expect(said.join('\n')).toContain(why);
  expect(said[0]).toMatch(/^tsagent\.json:\d+ metadata\./);
});

it.each([
  { name: 'a' },
  { description: '' },
  { version: '^1' },
  { remotes: [{ type: 'http', url: 'https://a.example' }] },
  { packages: [{ registryType: 'npm', identifier: 'a', version: 'latest' }] },
  { extra: 1 },
])('is held to rules that refuse %j', async (change) => {
  const fine = { name: 'a.b/c', description: 'x', version: '1.0.0' };
  expect([await fits(fine), await fits({ ...fine, ...change })]).toEqual([true, false]);
});
