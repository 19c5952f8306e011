import { expect, it } from 'vitest';
import { createFileMask } from './opened-file.ts';
import { maskConfig } from './mask-config.ts';
import { maskDefaults } from './mask-defaults.ts';

it('masks the default of a variable that is named like a credential, and keeps its name', () => {
  expect(maskDefaults('${API_KEY:-sk} ${env:TOKEN:-abc} ${LEVEL:-info} ${TOKEN} ${TOKEN:-}')).toBe(
    '${API_KEY:-[secret]} ${env:TOKEN:-[secret]} ${LEVEL:-info} ${TOKEN} ${TOKEN:-}',
  );
  expect(maskDefaults('${WHO:-me}', () => true)).toBe('${WHO:-[secret]}');
});

it('hides short defaults in a file, also of disabled servers and outside of servers', () => {
  const file = {
    mcpServers: {
      off: {
        command: 'serve',
        disabled: true,
        env: { API_KEY: '${SHOP:-sk-fake}', LEVEL: '${LEVEL:-info}' },
        headers: { authorization: 'Bearer ${WHO:-me}' },
      },
    },
    providers: { mine: { key: '${env:MY_TOKEN:-abc}' } },
  };
  const shown = createFileMask({ servers: [], env: {} })(JSON.stringify(file));
  expect(JSON.parse(shown)).toEqual({
    mcpServers: {
      off: {
        command: 'serve',
        disabled: true,
        env: { API_KEY: '${SHOP:-[secret]}', LEVEL: '${LEVEL:-info}' },
        headers: { authorization: 'Bearer ${WHO:-[secret]}' },
      },
    },
    providers: { mine: { key: '${env:MY_TOKEN:-[secret]}' } },
  });
});

it('hides defaults in the configuration of a server', () => {
  const written = {
    args: ['--token', '${WHO:-abc}', '--api-key=${env:K:-k}', '${ITS_TOKEN:-x}', '${DIR:-/data}'],
    env: { API_KEY: '${SHOP:-sk}', OTHER: '${A_TOKEN:-b}', LEVEL: '${LEVEL:-info}' },
    url: 'https://ann:${PW:-pw}@host.example/mcp?key=${WHO:-1}',
  };
  expect(maskConfig(written, (text) => text)).toEqual({
    args: [
      '--token',
      '${WHO:-[secret]}',
      '--api-key=${env:K:-[secret]}',
      '${ITS_TOKEN:-[secret]}',
      '${DIR:-/data}',
    ],
    env: { API_KEY: '${SHOP:-[secret]}', OTHER: '${A_TOKEN:-[secret]}', LEVEL: '${LEVEL:-info}' },
    url: 'https://ann:${PW:-[secret]}@host.example/mcp?key=${WHO:-[secret]}',
  });
});
