import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#core';
import { agentBuiltinEcho } from '#agents/model';
import {
  applyEdit,
  requireEditOfVersion,
  planNoteUpdate,
  fileStorage,
  FolderError,
} from '#agents/folder';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';

const RULE = '---\nname: kind\n---\n\nBe kind.\n';

/** An editor, the agent's own tool and a page, which all have one rule open. */
function writers() {
  const folder = createTestFolder({
    'tsagent.json': {
      metadata: { name: 'x' },
      mcpServers: {
        self: { type: 'internal', tool: 'rules', toolPermissionRequired: { serverDefault: false } },
      },
    },
    'rules/kind.mdt': RULE,
  });
  const definition = loadAgentFolder(folder, { model: agentBuiltinEcho });
  onTestFinished(() => definition.close());
  const file = join(folder, 'rules', 'kind.mdt');
  const storage = fileStorage(folder);
  const now = (): string => readFileSync(file, 'utf8');
  const context = { key: 'k', attempt: 1, signal: new AbortController().signal };
  const call = async (name: string, args: JsonObject) =>
    definition.environments.default.callTool({ id: '1', name, arguments: args }, context);
  return {
    now,
    /** An editor overwrites; it has read what is there. */
    editor: (line: string): void => writeFileSync(file, `${now()}${line}\n`),
    tool: async (line: string): Promise<() => Promise<string>> => {
      const { structured } = await call('self_get_rule', { name: 'kind' });
      const { text, version } = structured as { text: string; version: string };
      return async () => {
        const args = { name: 'kind', text: `${text}\n${line}`, version };
        const { content, isError } = await call('self_update_rule', args);
        return isError ? content : 'made';
      };
    },
    page: async (line: string): Promise<() => Promise<string>> => {
      const read = await storage.read('rules/kind.mdt');
      const [, body = ''] = new TextDecoder().decode(read?.contents).split('---\n\n');
      const make = async (): Promise<string> => {
        const text = `${body.trim()}\n${line}`;
        const edit = await planNoteUpdate(storage, 'rule', 'kind', { text });
        await applyEdit(storage, requireEditOfVersion(storage, edit, read?.version));
        return 'made';
      };
      return () =>
        make().catch((thrown: unknown) =>
          thrown instanceof FolderError ? `${thrown.code}: ${thrown.message}` : 'defect',
        );
    },
  };
}

it('keeps what an editor wrote while the tool and the page were about to write', async () => {
  const { editor, tool, page, now } = writers();
  const making = [await tool('of the tool'), await page('of the page')];
  const results = Promise.all(making.map((make) => make()));
  editor('of the editor');
  for (const result of await results)
    expect(result).toMatch(/^changed-underneath: .*kind\.mdt was changed/);
  expect(now()).toBe(`${RULE}of the editor\n`);
});

it('lets one of two writers write, and says so to the other', async () => {
  const { tool, page, now } = writers();
  const making = [await tool('of the tool'), await page('of the page')];
  const results = await Promise.all(making.map((make) => make()));
  expect(results.filter((result) => result === 'made')).toHaveLength(1);
  expect(results.filter((result) => result.startsWith('changed-underneath'))).toHaveLength(1);
  expect(now()).toContain(results[0] === 'made' ? 'of the tool' : 'of the page');
});

it('loses nothing of three writers who read again when they lost', async () => {
  const { editor, tool, page, now } = writers();
  const until = async (prepare: () => Promise<() => Promise<string>>): Promise<void> => {
    for (;;) {
      const result = await (await prepare())();
      if (result === 'made') return;
      expect(result).toMatch(/^changed-underneath/);
    }
  };
  const lines: string[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const [one, two, three] = ['tool', 'page', 'editor'].map((who) => `${who} ${round}`);
    lines.push(one ?? '', two ?? '', three ?? '');
    const both = [until(() => tool(one ?? '')), until(() => page(two ?? ''))];
    setImmediate(() => editor(three ?? ''));
    await Promise.all(both);
    await expect.poll(now).toContain(three);
  }
  const written = now().trim().split('\n').slice(5);
  expect(written.toSorted()).toEqual(lines.toSorted());
});
