import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '#protocols/http';
import { loadAgentFolder } from './load-agent.ts';
import { createTestFolder } from './folder.fixture.ts';
import { pinAllowedTools } from './pin-tools.ts';

type Definition = Readonly<Record<string, unknown>> & { readonly name: string };

const GET: Definition = { name: 'get', description: 'Gets.', inputSchema: { type: 'object' } };
const SET: Definition = { name: 'set', description: 'Sets.', inputSchema: { type: 'object' } };

/** A server whose tools may be changed. */
async function openServer(tools: Definition[]): Promise<string> {
  const listening = await listen(
    async (request) => {
      const { id, method } = (await request.json()) as { id?: number; method: string };
      if (id === undefined) return new Response(null, { status: 202 });
      const serverInfo = { name: 'odd', version: '1' };
      const results: Record<string, object> = {
        initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
        'tools/list': { tools },
      };
      const result = results[method];
      const error = { code: -32601, message: 'Method not found' };
      return Response.json({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) });
    },
    { port: 0 },
  );
  onTestFinished(() => listening.close(0));
  return `${listening.url}/mcp`;
}

async function openFolder(tools: Definition[], allow: readonly string[] = ['sky_get']) {
  const url = await openServer(tools);
  const path = createTestFolder({
    'tsagent.json': {
      metadata: { name: 'x' },
      settings: { model: 'lmstudio/m' },
      mcpServers: { sky: { url } },
      permissions: { allow },
    },
  });
  return {
    path,
    /** Judges a call as an agent does that is loaded now. */
    judge: async (name: string) => {
      const agent = loadAgentFolder(path);
      onTestFinished(() => agent.close());
      const request = { signal: new AbortController().signal } as never;
      const call = { id: '1', name, arguments: {} };
      return agent.environments.default.judgeCall?.(call, request);
    },
  };
}

it('binds the allow rules of a folder to the definitions of their tools', async () => {
  const tools = [GET, SET];
  const { path, judge } = await openFolder(tools);
  expect(await pinAllowedTools(path)).toEqual({
    file: join(path, 'pins.json'),
    tools: ['sky_get'],
    mistakes: [],
    warnings: [],
  });
  expect(await judge('sky_get')).toEqual({ verdict: 'allow' });
  tools[1] = { ...SET, description: 'Other.' };
  expect(await judge('sky_get')).toEqual({ verdict: 'allow' });
});

it.each<[string, Definition, string]>([
  ['description', { ...GET, description: 'Gets.\u200b' }, 'its description: was "Gets."'],
  ['schema', { ...GET, inputSchema: { type: 'object', required: ['to'] } }, 'its arguments'],
  ['hints', { ...GET, annotations: { readOnlyHint: true } }, 'its hints'],
  ['title', { ...GET, title: 'Get' }, 'its title'],
  ['result', { ...GET, outputSchema: { type: 'object' } }, 'its result'],
])('asks a person when the %s has changed, and says so', async (_part, changed, says) => {
  const tools = [GET];
  const { path, judge } = await openFolder(tools);
  await pinAllowedTools(path);
  tools[0] = changed;
  const ruling = await judge('sky_get');
  expect(ruling?.verdict).toBe('ask');
  expect(ruling?.reason).toContain('sky_get has changed since it was pinned');
  expect(ruling?.reason).toContain(says);
  await pinAllowedTools(path);
  expect(await judge('sky_get')).toEqual({ verdict: 'allow' });
});

it('asks when the server is another, and about a tool that is not pinned', async () => {
  const { path, judge } = await openFolder([GET], ['sky_*']);
  await pinAllowedTools(path);
  const manifest = readFileSync(join(path, 'tsagent.json'), 'utf8');
  const url = await openServer([GET, SET]);
  writeFileSync(
    join(path, 'tsagent.json'),
    manifest.replace(/http:[^"]*/, () => url),
  );
  expect((await judge('sky_get'))?.reason).toContain('the command or address of its server');
  expect((await judge('sky_set'))?.reason).toContain('sky_set is not pinned');
});

it('a pin that was edited by hand holds for nothing', async () => {
  const { path, judge } = await openFolder([GET]);
  const { file } = await pinAllowedTools(path);
  const pins = readFileSync(file, 'utf8');
  writeFileSync(file, pins.replace(/sha256:[0-9a-f]{4}/, 'sha256:0000'));
  expect((await judge('sky_get'))?.reason).toContain('edited by hand');
});

it('names rules for tools that a server does not have, and servers that were not reached', async () => {
  const { path } = await openFolder([GET], ['sky_gett', 'sky_*', 'far_get']);
  const manifest = JSON.parse(readFileSync(join(path, 'tsagent.json'), 'utf8')) as {
    mcpServers: object;
  };
  const far = { command: 'no-such-program' };
  const mcpServers = { ...manifest.mcpServers, far };
  writeFileSync(join(path, 'tsagent.json'), JSON.stringify({ ...manifest, mcpServers }));
  const { mistakes, warnings } = await pinAllowedTools(path);
  expect(mistakes).toEqual([
    'the rule "sky_gett" names sky_gett, which its server does not have: did you mean sky_get?',
  ]);
  expect(warnings).toEqual([expect.stringContaining('the MCP server far')]);
});

it('refuses an agent of a single file', async () => {
  await expect(pinAllowedTools('agent.yaml')).rejects.toThrow('it is a single file');
});
