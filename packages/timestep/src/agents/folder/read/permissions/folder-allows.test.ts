import { expect, it } from 'vitest';
import { createTestFolder } from '../../folder.fixture.ts';
import { readAgentFolder } from '../read-agent-folder.ts';
import { collectGrants, describeGrants, digestGrants, removeGrants } from './folder-allows.ts';

const MANIFEST = {
  metadata: { name: 'x' },
  settings: { toolPermission: 'never' },
  mcpServers: {
    fs: { command: 'fs-server', env: { TOKEN: '${env:TOKEN}' } },
    web: { url: 'https://web.example/mcp', toolPermissionRequired: { serverDefault: false } },
    db: { command: 'db', toolPermissionRequired: { tools: { read: false, drop: true } } },
    rules: { type: 'internal', tool: 'rules', toolPermissionRequired: { serverDefault: false } },
  },
  permissions: { deny: ['fs_drop'], ask: ['fs_write'], allow: ['fs_read', 'db_*'] },
};

function read(changes: object = {}, token = 'sesame-one') {
  const path = createTestFolder({ 'tsagent.json': { ...MANIFEST, ...changes } });
  const folder = readAgentFolder(path, { env: { TOKEN: token } });
  const servers = folder.servers.map((server) => ({
    ...server,
    target: { ...server.target, cwd: '/same' },
  }));
  return { ...folder, servers };
}

function digest(changes: object = {}, token?: string): string | undefined {
  const allows = collectGrants(read(changes, token));
  return allows && digestGrants(allows);
}

it('says everything that needs no person', () => {
  const allows = collectGrants(read());
  expect(allows && describeGrants(allows)).toEqual([
    'every call (toolPermission is never)',
    'calls of web',
    'calls of db_read',
    'calls of rules',
    'the rule fs_read',
    'the rule db_*',
  ]);
});

it.each<[string, object]>([
  ['another rule', { permissions: { allow: ['fs_read', 'db_*', 'fs_*'] } }],
  ['a rule less', { permissions: { allow: ['fs_read'] } }],
  ['the setting', { settings: {} }],
  [
    'the launch of a server',
    { mcpServers: { ...MANIFEST.mcpServers, fs: { command: 'sh', args: ['-c', 'id'] } } },
  ],
  [
    'the approval of a tool',
    {
      mcpServers: {
        ...MANIFEST.mcpServers,
        db: { command: 'db', toolPermissionRequired: { tools: { drop: false } } },
      },
    },
  ],
])('the digest changes with %s', (_, changes) => {
  expect(digest(changes)).not.toBe(digest());
});

it('the digest stays with other parts, another order and another secret', () => {
  const { deny: _deny, ...permissions } = MANIFEST.permissions;
  const allow = permissions.allow.toReversed();
  expect(digest({ permissions: { ...permissions, allow } })).toBe(digest());
  expect(digest({}, 'sesame-two')).toBe(digest());
});

it('a folder without its allows asks a person about everything, and denies as before', () => {
  const folder = removeGrants(read());
  expect(folder.permissions).toEqual({ deny: ['fs_drop'], ask: ['fs_write'] });
  expect(folder.settings.toolPermission).toBe('tool');
  expect(folder.servers.map(({ approval }) => approval.serverDefault)).toEqual([true, true, true]);
  expect(folder.servers.map(({ approval }) => [...approval.tools])).toEqual([
    [],
    [],
    [['drop', true]],
  ]);
  expect(folder.internalServers.map(({ approval }) => approval.serverDefault)).toEqual([undefined]);
  expect(collectGrants(folder)).toBeUndefined();
});
