import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAgentFilesSync, listSecretReferences, readAgentFolder } from '#agents/folder';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';

const SETTINGS = { model: 'builtin:echo', askUser: false };
const MANIFEST = { metadata: { name: 'x' }, settings: SETTINGS };

/** A server that leaves a file behind as soon as it is started, and a secret that only `op` knows. */
const OFF = {
  command: process.execPath,
  args: ['-e', 'require("fs").writeFileSync("started", "")'],
  env: { TOKEN: 'op://vault/item/field' },
};

const PLACES: readonly (readonly [string, object, (servers: object) => object])[] = [
  ['tsagent.json', {}, (mcpServers) => ({ ...MANIFEST, mcpServers })],
  ['mcp.json', { 'tsagent.json': MANIFEST }, (mcpServers) => ({ mcpServers })],
  ['.mcp.json', { 'tsagent.json': MANIFEST }, (servers) => ({ servers })],
];

describe.each(PLACES)('a server that %s switches off', (file, others, listed) => {
  it.each([{ disabled: true }, { enabled: false }])(
    'with %j is named and not started',
    async (off) => {
      const path = createTestFolder({ ...others, [file]: listed({ off: { ...OFF, ...off } }) });
      expect(listSecretReferences(readAgentFilesSync(path))).toEqual([]);
      const definition = loadAgentFolder(path);
      onTestFinished(() => definition.close());
      expect(definition.folder.servers).toEqual([]);
      expect(definition.servers.list()).toMatchObject([{ name: 'off', state: 'disabled' }]);
      const { signal } = new AbortController();
      expect(await definition.environments.default.listTools(signal)).toEqual([]);
      expect(await definition.environments.default.systemPrompt('x', signal)).not.toContain('off');
      expect(existsSync(join(path, 'started'))).toBe(false);
    },
  );

  it('is used where it is not switched off, with its secret', () => {
    const path = createTestFolder({
      ...others,
      [file]: listed({ off: { ...OFF, disabled: false } }),
    });
    expect(listSecretReferences(readAgentFilesSync(path))).toEqual(['op://vault/item/field']);
  });
});

describe.each([
  ['mcp.json', 'NAME'],
  ['tsagent.json', 'env:NAME'],
])('a variable with a default in %s', (file, named) => {
  const text = (otherwise: string) => `\${${named}:-${otherwise}}`;
  const read = (server: object, env: Record<string, string>) => {
    const servers = { mcpServers: { a: server } };
    const files =
      file === 'mcp.json'
        ? { 'tsagent.json': MANIFEST, 'mcp.json': servers }
        : { 'tsagent.json': { ...MANIFEST, ...servers } };
    const path = createTestFolder(files);
    return { path, server: readAgentFolder(path, { env }).servers[0] };
  };
  const started = {
    command: text('node'),
    args: ['-e', `x=${text('1')}`],
    env: { MODE: text('quiet:-y'), NONE: text('') },
    cwd: text('sub'),
  };

  it('stands for the default where it is not set, or empty', () => {
    for (const env of [{}, { NAME: '' }]) {
      const { path, server } = read(started, env);
      expect(server?.target).toEqual({
        command: 'node',
        args: ['-e', 'x=1'],
        env: { MODE: 'quiet:-y', NONE: '' },
        cwd: join(path, 'sub'),
      });
      expect(server?.secrets).toEqual([]);
    }
    const url = read({ url: `https://${text('a.example')}/mcp`, headers: { k: text('v') } }, {});
    expect(url.server).toMatchObject({
      target: { url: 'https://a.example/mcp' },
      headers: { k: 'v' },
    });
  });

  it('stands for its value where it is set, which is a secret then', () => {
    const { server } = read({ url: `https://${text('a.example')}/mcp` }, { NAME: 'b.example' });
    expect(server?.target).toEqual({ url: 'https://b.example/mcp' });
    expect(server?.secrets).toEqual(['b.example']);
  });
});
