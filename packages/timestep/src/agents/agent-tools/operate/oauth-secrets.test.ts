import { describe, expect, it } from 'vitest';
import { createMask } from '#core';
import { readAgentFolder } from '#agents/folder';
import { createTestFolder } from '../folder.fixture.ts';
import { listServerSecrets } from '../servers/masks/server-secrets.ts';
import { listPlainSecrets } from './plain-secrets.ts';
import { maskConfig } from './mask-config.ts';

const OAUTH = {
  clientId: 'robot',
  issuer: 'https://issuer.example',
  clientSecret: '${env:SECRET}',
};

const SKY = { url: 'https://sky.example/mcp' };

function folderOf(oauth: object, server: object): string {
  const mcpServers = { sky: { ...server, oauth } };
  return createTestFolder({ 'tsagent.json': { metadata: { name: 'x' }, mcpServers } });
}

const read = (oauth: object, server: object = SKY) =>
  readAgentFolder(folderOf(oauth, server), { env: { SECRET: 'sesame-opens', KEY: 'pem' } });

describe('oauth of a server', () => {
  it('is how tokens are had for it', () => {
    const [server] = read({ ...OAUTH, scope: 'read write' }).servers;
    expect(server?.oauth).toEqual({
      clientId: 'robot',
      issuer: 'https://issuer.example',
      clientSecret: 'sesame-opens',
      scope: 'read write',
    });
    const { clientSecret: _, ...others } = OAUTH;
    const [other] = read({ ...others, privateKey: '${env:KEY}', algorithm: 'RS256' }).servers;
    expect(other?.oauth).toMatchObject({ privateKey: 'pem', algorithm: 'RS256' });
  });

  it.each([
    ['no client', { issuer: 'https://i.example', clientSecret: 's' }, 'oauth.clientId is missing'],
    ['no issuer', { clientId: 'robot', clientSecret: 's' }, 'oauth.issuer is missing'],
    [
      'an issuer that is no address',
      { ...OAUTH, issuer: 'issuer' },
      'oauth.issuer must be a URL such as https://issuer.example',
    ],
    [
      'neither secret nor key',
      { clientId: 'robot', issuer: 'https://i.example' },
      'oauth.clientSecret is missing: set clientSecret or privateKey',
    ],
    [
      'both',
      { ...OAUTH, privateKey: 'pem' },
      'oauth.privateKey cannot be combined with clientSecret: use one of them',
    ],
    [
      'a variable that is not set',
      { ...OAUTH, clientSecret: '${env:NONE}' },
      'oauth.clientSecret refers to the environment variable NONE, which is not set',
    ],
  ])('with %s is a mistake', (_what, oauth, message) => {
    expect(() => read(oauth)).toThrow(
      new RegExp(`tsagent\\.json:\\d+ mcpServers\\.sky\\.${message}`),
    );
  });

  it('is a mistake beside a command', () => {
    expect(() => read(OAUTH, { command: 'sky' })).toThrow(/oauth is only for servers with a url/);
  });
});

describe('its secrets', () => {
  it('are said by no server', () => {
    const [server] = read(OAUTH).servers;
    const mask = createMask(server ? listServerSecrets(server) : []);
    expect(mask('heard sesame-opens of robot')).toBe('heard [secret] of robot');
  });

  it('are not shown where they are written in plain text', () => {
    const written = {
      url: 'https://sky.example/mcp',
      oauth: { ...OAUTH, clientSecret: 'plain-text' },
    };
    expect(maskConfig(written, (text) => text)).toMatchObject({
      oauth: { clientId: 'robot', clientSecret: '[secret]' },
    });
    expect(maskConfig({ ...written, oauth: OAUTH }, (text) => text)).toMatchObject({
      oauth: OAUTH,
    });
    expect(listPlainSecrets(JSON.stringify({ mcpServers: { sky: written } }))).toContain(
      'plain-text',
    );
  });
});
