import { join } from 'node:path';
import { expect, it } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { AgentFolder } from '#agents/folder';
import type { FolderEnvironment } from '#agents/agent';
import { agentBuiltinEcho } from '#agents/model';
import type { ServedAgent } from '#engine/port';
import { createClientServers } from './client-servers.ts';

const { signal } = new AbortController();

const served: ServedAgent = {
  name: 'guide',
  agent: agentBuiltinEcho,
  toolSite: 'server',
  limits: { max_steps: 3, time_limit_s: 60 },
  environment: () => functionEnvironment({ look: () => 'seen' }),
};

const folder = {
  path: join('agents', 'guide'),
  servers: [],
} as Partial<AgentFolder> as AgentFolder;

/** Environments with one tool for each server, and what became of them. */
function stage() {
  const opened: AgentFolder['servers'][number][] = [];
  let closed = 0;
  const servers = createClientServers({
    openEnvironment({ servers: given }): FolderEnvironment {
      opened.push(...given);
      const tools = Object.fromEntries(given.map(({ name }) => [`${name}_add`, () => 'added']));
      return {
        ...functionEnvironment(tools),
        systemPrompt: async () => '',
        listMissing: () => [],
        listChoices: async () => [],
        reload: async () => undefined,
        async close() {
          closed += 1;
        },
      };
    },
  });
  const agent = servers.addServerTools(served, folder);
  return {
    servers,
    opened,
    closed: () => closed,
    toolsOf: async (sessionId: string) => {
      const tools = await (await agent.environment(sessionId)).listTools(signal);
      return tools.map((tool) => tool.function.name);
    },
  };
}

const git = {
  name: 'my git',
  target: { command: 'git-mcp', args: ['x'], env: { KEY: 'k' } },
  secrets: ['k'],
};

it('gives the tools of a client to its session alone, each with a yes', async () => {
  const { servers, toolsOf, opened } = stage();
  await servers.setServers('s', '/project', [git]);
  expect(await toolsOf('s')).toEqual(['look', 'my_git_add']);
  expect(await toolsOf('other')).toEqual(['look']);
  expect(opened).toMatchObject([
    {
      name: 'my_git',
      target: { ...git.target, cwd: '/project' },
      secrets: ['k'],
      approval: { serverDefault: true },
    },
  ]);
});

it('connects once, and ends what was replaced or is no longer used', async () => {
  const { servers, toolsOf, opened, closed } = stage();
  await servers.setServers('s', '/project', [git]);
  await toolsOf('s');
  await toolsOf('s');
  expect(opened).toHaveLength(1);
  const target = { url: 'http://127.0.0.1:1/mcp' };
  await servers.setServers('s', '/project', [{ name: 'web', target, secrets: [] }]);
  expect(closed()).toBe(1);
  expect(await toolsOf('s')).toEqual(['look', 'web_add']);
  await servers.setServers('s', '/project', []);
  expect(closed()).toBe(2);
  expect(await toolsOf('s')).toEqual(['look']);
  await servers.setServers('t', '/project', [git]);
  await toolsOf('t');
  await servers.close();
  expect(closed()).toBe(3);
});
