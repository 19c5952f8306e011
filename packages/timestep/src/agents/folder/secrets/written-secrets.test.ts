import { describe, expect, it } from 'vitest';
import { replaceWrittenSecretsByMarks, restoreWrittenSecrets } from './written-secrets.ts';

const SERVER = {
  url: 'https://ada:s3cret-a@mcp.example/mcp?team=sky&apiKey=s3cret-b#x',
  headers: { Authorization: 'Bearer s3cret-c', 'X-Named': '${env:NAME}' },
  oauth: { clientId: 'me', clientSecret: 's3cret-d', privateKey: 'op://vault/key' },
};
const LOCAL = { command: 'node', args: ['a.js'], env: { TOKEN: 's3cret-e', HOME: '${folder}' } };

function textsOf(files: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(files).map(([path, file]) => [
      path,
      typeof file === 'string' ? file : JSON.stringify(file, undefined, 2),
    ]),
  );
}

function join(texts: ReadonlyMap<string, string>): string {
  return [...texts].flat().join('\n');
}

describe('replaceWrittenSecretsByMarks', () => {
  it.each([
    ['mcp.json', { mcpServers: { sky: SERVER, local: LOCAL } }],
    ['.mcp.json', { servers: { sky: SERVER, local: LOCAL } }],
    [
      'tsagent.json',
      {
        mcpServers: { sky: SERVER, local: LOCAL },
        providers: { openai: { OPENAI_API_KEY: 's3cret-f' } },
      },
    ],
    ['mcp.json', { mcp: { local: { command: ['node'], environment: { TOKEN: 's3cret-e' } } } }],
    [
      'mcp.json',
      { mcpServers: { sky: { httpUrl: 'https://x.example', http_headers: { K: 's3cret' } } } },
    ],
  ])('keeps no secret of %s, and all else', (path, value) => {
    const texts = textsOf({ [path]: value, 'prompt.md': 'One.' });
    expect(join(texts)).toContain('s3cret');
    const kept = replaceWrittenSecretsByMarks(texts);
    expect(join(kept)).not.toContain('s3cret');
    expect(kept.get('prompt.md')).toBe('One.');
    expect(restoreWrittenSecrets(kept, texts)).toEqual({ texts, unusable: new Map() });
  });

  it('leaves files without secrets as they are', () => {
    const mcp =
      '{"mcpServers" : {"a":{"url":"https://a.example/mcp?x=1","headers":{"K":"${K}"}}} }\n';
    const texts = textsOf({ 'mcp.json': mcp, 'tsagent.json': '{ }' });
    expect(replaceWrittenSecretsByMarks(texts)).toEqual(texts);
  });

  it('keeps neither comments, nor fields that occur twice, nor a file that is not JSON', () => {
    const mcp =
      '{ "mcpServers": { "a": { "env": { "K": "s3cret-1", "K": "s3cret-2" } } } // s3cret-3\n}';
    const kept = replaceWrittenSecretsByMarks(
      textsOf({ 'mcp.json': mcp, '.mcp.json': 's3cret-4' }),
    );
    expect(join(kept)).not.toContain('s3cret');
    expect(kept.has('.mcp.json')).toBe(false);
  });
});

describe('restoreWrittenSecrets', () => {
  const kept = replaceWrittenSecretsByMarks(
    textsOf({ 'mcp.json': { mcpServers: { local: LOCAL } } }),
  );

  it('takes a value from another file, or a reference to it', () => {
    const env = { TOKEN: '${env:SKY_TOKEN}' };
    const now = textsOf({ 'tsagent.json': { mcpServers: { local: { command: 'other', env } } } });
    const { texts, unusable } = restoreWrittenSecrets(kept, now);
    const expected = { mcpServers: { local: { ...LOCAL, env: { ...LOCAL.env, ...env } } } };
    expect(JSON.parse(texts.get('mcp.json') ?? '')).toEqual(expected);
    expect(unusable.size).toBe(0);
  });

  it('names the value that the folder lacks', () => {
    const { unusable } = restoreWrittenSecrets(kept, textsOf({ 'mcp.json': { mcpServers: {} } }));
    const why = 'its env.TOKEN, which no version keeps, is no longer in tsagent.json and mcp.json';
    expect([...unusable]).toEqual([['local', why]]);
  });

  it('leaves a provider key to the variables of the process', () => {
    const providers = { openai: { OPENAI_API_KEY: 's3cret', OPENAI_BASE_URL: '${env:URL}' } };
    const before = replaceWrittenSecretsByMarks(textsOf({ 'tsagent.json': { providers } }));
    const { texts } = restoreWrittenSecrets(before, textsOf({ 'tsagent.json': {} }));
    const rest = { providers: { openai: { OPENAI_BASE_URL: '${env:URL}' } } };
    expect(JSON.parse(texts.get('tsagent.json') ?? '')).toEqual(rest);
  });

  it('uses what earlier releases kept', () => {
    const old = textsOf({ 'mcp.json': { mcpServers: { local: LOCAL } } });
    expect(restoreWrittenSecrets(old, new Map())).toEqual({ texts: old, unusable: new Map() });
  });
});
