import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { TurnSettings } from '#core';
import { agentBuiltinEcho } from '#agents/model';
import { Environment } from '#serving/server';
import { loadAgent } from './load-agent.ts';
import { memoryStorage, type Include, type Mode, type ToolPermission } from '#agents/folder';

let url = '';
let close: () => Promise<void>;
beforeAll(async () => {
  const sky = new Environment({ environmentId: 'sky', enableHandoff: false });
  sky.tool('get', {}, () => 'clear');
  sky.tool('set', {}, () => 'set');
  const listening = await sky.start({ port: 0 });
  url = `${listening.url}/mcp`;
  close = () => listening.close(0);
});
afterAll(() => close());

const METADATA: Readonly<Record<Mode, object>> = {
  interactive: {},
  autonomous: { skills: [{ id: 's', name: 's', description: 's' }] },
  tools: { tools: [{ name: 't', description: 't', parameters: { type: 'object' }, prompt: 't' }] },
};
const NEVER = new AbortController().signal;
const NO_TURN: TurnSettings = { include: [], exclude: [], permitted: [] };

async function agent(mode: Mode, permission: ToolPermission, include: Include) {
  const manifest = {
    metadata: { name: 'x', ...METADATA[mode] },
    settings: { toolPermission: permission },
    mcpServers: {
      sky: {
        url,
        toolInclude: { serverDefault: include },
        toolPermissionRequired: { tools: { get: false } },
      },
      self: { type: 'internal', tool: 'rules', toolInclude: { serverDefault: include } },
    },
  };
  const storage = memoryStorage({ 'tsagent.json': JSON.stringify(manifest) });
  const definition = await loadAgent(storage, { model: agentBuiltinEcho });
  onTestFinished(() => definition.close());
  return definition;
}

/** How the model has a tool without and with a yes, and one that reads and one that changes itself. */
async function offersOf(mode: Mode, permission: ToolPermission, include: Include) {
  const { environments } = await agent(mode, permission, include);
  const listed = await environments.default.listTools(NEVER);
  const how = (name: string): string => {
    const tool = listed.find((one) => one.function.name === name);
    return tool ? (tool.needsApproval ? 'asks' : 'free') : '-';
  };
  return ['sky_get', 'sky_set', 'self_get_rule', 'self_create_rule'].map(how).join(' ');
}

const ROWS: readonly (readonly [Mode, ToolPermission, string])[] = [
  ['interactive', 'tool', 'free asks free asks'],
  ['interactive', 'always', 'asks asks asks asks'],
  ['interactive', 'never', 'free free free free'],
  ['autonomous', 'tool', 'free - free -'],
  ['autonomous', 'always', '- - - -'],
  ['autonomous', 'never', 'free free free -'],
  ['tools', 'tool', 'free - free -'],
  ['tools', 'always', '- - - -'],
  ['tools', 'never', 'free free free -'],
];
const INCLUDES: readonly Include[] = ['always', 'agent', 'manual'];

it.each(
  ROWS.flatMap(([mode, permission, offers]) =>
    INCLUDES.map(
      (include) => [mode, permission, include, include === 'manual' ? '- - - -' : offers] as const,
    ),
  ),
)('%s, permission %s, include %s: %s', async (mode, permission, include, expected) => {
  expect(await offersOf(mode, permission, include)).toBe(expected);
});

it.each([
  ['interactive', undefined, undefined, true],
  ['autonomous', 'none', 'hidden', false],
  ['tools', 'none', 'hidden', false],
] as const)('%s: history %s, calls %s, may ask %s', async (mode, history, toolCalls, asks) => {
  const definition = await agent(mode, 'tool', 'always');
  const names = (await definition.environments.default.listTools(NEVER)).map(
    (tool) => tool.function.name,
  );
  expect([definition.history, definition.toolCalls, names.includes('ask_user')]).toEqual([
    history,
    toolCalls,
    asks,
  ]);
});

it('asks no person about the calls of an agent that works alone, whatever its session says', async () => {
  const { environments } = await agent('autonomous', 'tool', 'always');
  const environment = environments.default;
  const turn: TurnSettings = { ...NO_TURN, toolPermission: 'always' };
  expect(await environment.listTools(NEVER, turn)).toEqual([]);
  const task = { id: 't', contextId: 'c', agent: 'x', metadata: {} };
  const call = { id: '1', name: 'sky_get', arguments: {} };
  expect(await environment.judgeCall?.(call, { task, turn, signal: NEVER })).toEqual({
    verdict: 'deny',
    reason: 'the call needs approval, but the agent has no user to ask',
  });
});

it('does not ask where the folder says so', async () => {
  const manifest = { metadata: { name: 'x' }, settings: { askUser: false } };
  const storage = memoryStorage({ 'tsagent.json': JSON.stringify(manifest) });
  const { environments } = await loadAgent(storage, { model: agentBuiltinEcho });
  expect(await environments.default.listTools(NEVER)).toEqual([]);
});
