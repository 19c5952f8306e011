import { expect, it } from 'vitest';
import { createMask } from '#core';
import { readAgentFolder } from '#agents/folder';
import { createTestFolder } from '../../folder.fixture.ts';
import { listServerSecrets } from './server-secrets.ts';

it('knows what a server must not say, whether it is named or written down', () => {
  const mcpServers = {
    own: {
      command: 'own',
      env: { LOG_LEVEL: 'verbose-debug', GITHUB_TOKEN: 'written-down', OTHER: '${env:NAMED}' },
    },
    sky: {
      url: 'http://user:pass-of-sky@127.0.0.1:1/mcp?key=key-of-sky&v=1',
      headers: { authorization: 'Bearer header-of-sky' },
    },
  };
  const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'x' }, mcpServers } });
  const { servers } = readAgentFolder(path, { env: { NAMED: 'line one\nline "two"' } });
  const mask = createMask(servers.flatMap(listServerSecrets));
  const said = [
    'verbose-debug and written-down',
    'line one | line "two" | line one\\nline \\"two\\"',
    'pass-of-sky key-of-sky Bearer header-of-sky, header-of-sky, v=1',
  ];
  expect(said.map(mask)).toEqual([
    'verbose-debug and [secret]',
    '[secret] | [secret] | [secret]',
    '[secret] [secret] [secret], [secret], v=1',
  ]);
});
