import { expect, it } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { applyEdit } from './apply-edit.ts';
import { planOrchestrationEdit } from './edit-orchestration.ts';

const text = (manifest: object): string => `${JSON.stringify(manifest, undefined, 2)}\n`;

async function switched(before: object, ...states: readonly boolean[]): Promise<unknown> {
  const storage = memoryStorage({ 'tsagent.json': text(before) });
  for (const state of states) await applyEdit(storage, await planOrchestrationEdit(storage, state));
  const { contents } = (await storage.read('tsagent.json')) ?? {};
  return JSON.parse(new TextDecoder().decode(contents));
}

const metadata = { name: 'Desk' };
const rules = { type: 'internal', tool: 'rules' };
const references = { type: 'internal', tool: 'references' };

it('adds the tools that call agents, and takes away those that change rules and references', async () => {
  const on = await switched({ metadata, mcpServers: { rules, references } }, true);
  expect(on).toEqual({
    metadata,
    mcpServers: {
      rules: {
        ...rules,
        toolEnabled: {
          tools: {
            create_rule: false,
            update_rule: false,
            delete_rule: false,
            exclude_rule: false,
          },
        },
      },
      references: {
        ...references,
        toolEnabled: {
          tools: {
            create_reference: false,
            update_reference: false,
            delete_reference: false,
            exclude_reference: false,
          },
        },
      },
      agents: { type: 'internal', tool: 'agents', toolEnabled: { serverDefault: true } },
    },
  });
});

it('is undone, and leaves all else as it was', async () => {
  const toolEnabled = { tools: { search_rules: false } };
  const before = { metadata, mcpServers: { rules: { ...rules, toolEnabled }, references } };
  expect(await switched(before, true, false)).toEqual({
    metadata,
    mcpServers: {
      ...before.mcpServers,
      agents: { type: 'internal', tool: 'agents', toolEnabled: { serverDefault: false } },
    },
  });
});

it('takes back what was said of single tools, and a server that was switched off', async () => {
  const desk = {
    type: 'internal',
    tool: 'agents',
    disabled: true,
    toolEnabled: { serverDefault: false, tools: { call_agent: false } },
    toolPermissionRequired: { serverDefault: true },
  };
  const { mcpServers } = (await switched({ metadata, mcpServers: { agents: desk } }, true)) as {
    mcpServers: unknown;
  };
  expect(mcpServers).toEqual({
    agents: {
      type: 'internal',
      tool: 'agents',
      toolEnabled: { serverDefault: true },
      toolPermissionRequired: { serverDefault: true },
    },
  });
});

it('changes nothing where the files say so already', async () => {
  const storage = memoryStorage({ 'tsagent.json': text({ metadata, mcpServers: { rules } }) });
  await applyEdit(storage, await planOrchestrationEdit(storage, true));
  expect((await planOrchestrationEdit(storage, true)).changes).toEqual([]);
});

it('refuses a server of another kind under that name', async () => {
  const agents = { url: 'http://127.0.0.1:1/mcp' };
  await expect(switched({ metadata, mcpServers: { agents } }, true)).rejects.toThrow(
    'the server agents is not for calling agents: define a server with "type": "internal"',
  );
});
