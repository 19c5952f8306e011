import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openFolderAgent } from '../../chat/chat-agent.ts';
import { openFolderTrust } from '../../agents/folder-trust.ts';
import { createTestFolder, runInProcess } from '../../timestep.fixture.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');

function writeAgent(folder: string, allow: readonly string[], name = 'x'): string {
  const mcpServers = { fs: { command: 'fs-server' } };
  const permissions = { deny: ['fs_drop'], allow };
  const settings = { model: 'lmstudio/m' };
  const manifest = { metadata: { name }, settings, mcpServers, permissions };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

/** A person with a configuration folder, who answers a question about trust. */
function createPerson() {
  const env = { TIMESTEP_CONFIG: createTestFolder() };
  return {
    run: (...argv: string[]) => runInProcess(argv, env, NOW),
    /** Opens a chat. Returns the verdicts on three calls, the questions, and what was written. */
    chat: async (path: string, answer?: string, isTrusted = false, named?: string) => {
      const [asked, written]: [string[], string[]] = [[], []];
      const ask = async (question: string) => {
        asked.push(question);
        return answer ?? '';
      };
      const writeError = (text: string) => void written.push(text);
      const options = { env, now: NOW, writeError, isTrusted, named };
      const trust = await openFolderTrust({ ...options, ...(answer !== undefined && { ask }) });
      const agent = await openFolderAgent(path, {
        ...options,
        model: undefined,
        isOwn: true,
        trust,
      });
      onTestFinished(() => agent.close());
      const environment = await agent.served.environment('c', undefined);
      const judge = async (name: string) =>
        (await environment.judgeCall?.({ id: '1', name, arguments: {} }, {} as never))?.verdict;
      return {
        judgeInTask: async (name: string) => {
          const changed = await agent.served.environment('c', 't1');
          const call = { id: '1', name, arguments: {} };
          return (await changed.judgeCall?.(call, {} as never))?.verdict;
        },
        verdicts: [await judge('fs_read'), await judge('fs_drop'), await judge('fs_write')],
        asked,
        get written() {
          return written.join('');
        },
        save: async (settings: { toolPermission: string }) => agent.saveSettings?.(settings),
      };
    },
  };
}

const COUNTS = ['allow', 'deny', undefined];
const ASKS = [undefined, 'deny', undefined];

it('the allows of a folder that was found count once a person trusts it, and are asked once', async () => {
  const { chat } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  const first = await chat(folder, 'y');
  expect(first).toMatchObject({ verdicts: COUNTS, written: '' });
  expect(first.asked).toEqual([
    `${folder} wants to run without asking you:\n  the rule fs_read\nDo you trust it? [y/N] `,
  ]);
  expect(await chat(folder, 'n')).toMatchObject({ verdicts: COUNTS, asked: [] });
});

it('a no is remembered, and said each time with what to do', async () => {
  const { chat, run } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  expect(await chat(folder, '')).toMatchObject({ verdicts: ASKS });
  const again = await chat(folder, 'y');
  expect(again).toMatchObject({ verdicts: ASKS, asked: [] });
  expect(again.written).toContain(`to trust it: timestep trust ${folder}`);
  await run('trust', folder);
  expect(await chat(folder)).toMatchObject({ verdicts: COUNTS, written: '' });
});

it('nobody to ask means no, and nothing is remembered', async () => {
  const { chat, run } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  expect(await chat(folder)).toMatchObject({ verdicts: ASKS });
  expect((await run('trust', '--json')).stdout).toBe('{"folders":[]}\n');
  expect(await chat(folder, 'y')).toMatchObject({ verdicts: COUNTS });
});

it('a folder that a script names counts, unless a person refused it', async () => {
  const { chat, run } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  expect(await chat(folder, undefined, false, folder)).toMatchObject({
    verdicts: COUNTS,
    written: '',
  });
  expect(await chat(folder, undefined, false, join(folder, '..'))).toMatchObject({
    verdicts: ASKS,
  });
  expect((await run('trust', '--json')).stdout).toBe('{"folders":[]}\n');
  // A person at a terminal is asked all the same, and a refusal holds for scripts too.
  expect((await chat(folder, 'n', false, folder)).asked).toHaveLength(1);
  expect(await chat(folder, undefined, false, folder)).toMatchObject({ verdicts: ASKS });
});

it('a change of the allows asks again, and a change of the denies does not', async () => {
  const { chat } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  await chat(folder, 'y');
  writeAgent(folder, ['fs_read'], 'other');
  expect(await chat(folder)).toMatchObject({ verdicts: COUNTS });
  writeAgent(folder, ['fs_*']);
  const changed = await chat(folder, 'n');
  expect(changed.verdicts).toEqual(ASKS);
  expect(changed.asked).toEqual([expect.stringContaining('the rule fs_*')]);
});

it('a change while the agent runs does not count, even if the agent made it', async () => {
  const { chat } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  const running = await chat(folder, 'y');
  writeAgent(folder, ['fs_*']);
  expect(await running.judgeInTask('fs_write')).toBeUndefined();
  expect(running.written).toContain('to trust it: timestep trust');
});

it('a change while a script runs does not count', async () => {
  const { chat } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  const running = await chat(folder, undefined, false, folder);
  expect(running.verdicts).toEqual(COUNTS);
  writeAgent(folder, ['fs_*']);
  expect(await running.judgeInTask('fs_write')).toBeUndefined();
  expect(running.written).toContain('to trust it: timestep trust');
});

it('a link that leads to another folder later is not trusted', async () => {
  const { chat } = createPerson();
  const [one, other] = [createTestFolder(), createTestFolder()];
  const link = join(createTestFolder(), 'agent');
  writeAgent(one, ['fs_read']);
  writeAgent(other, ['fs_read']);
  symlinkSync(one, link);
  expect(await chat(link, 'y')).toMatchObject({ verdicts: COUNTS });
  const second = join(createTestFolder(), 'agent');
  symlinkSync(other, second);
  expect(await chat(second)).toMatchObject({ verdicts: ASKS });
});

it('--trust needs no question, and the own settings of a person keep their trust', async () => {
  const { chat } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  const trusted = await chat(folder, undefined, true);
  expect(trusted).toMatchObject({ verdicts: COUNTS, asked: [] });
  await trusted.save({ toolPermission: 'never' });
  expect(await chat(folder)).toMatchObject({ verdicts: COUNTS });
});

it('lists and revokes what was decided', async () => {
  const { chat, run } = createPerson();
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  expect((await run('trust')).stdout).toContain('You have trusted no folder');
  const { stdout, stderr } = await run('trust', folder);
  expect({ stdout, stderr }).toEqual({
    stdout: `trusted ${folder}\n`,
    stderr: `${folder} may run without asking you:\n  the rule fs_read\n`,
  });
  const { folders } = JSON.parse((await run('trust', '--json')).stdout) as { folders: unknown };
  expect(folders).toEqual([
    {
      path: folder,
      digest: expect.stringMatching(/^sha256:/) as string,
      is_trusted: true,
      at: NOW,
    },
  ]);
  expect((await run('trust')).stdout).toMatch(/^FOLDER .*\n.* trusted {3}2026-11-25/);
  expect((await run('trust', folder, '--revoke')).stdout).toBe(`no longer trusted ${folder}\n`);
  expect(await chat(folder)).toMatchObject({ verdicts: ASKS });
  expect(await run('trust', folder, '--revoke')).toMatchObject({ code: 1 });
});

it('a folder that a command names is trusted by that', async () => {
  const folder = writeAgent(createTestFolder(), ['fs_read']);
  const { openFolder } = await import('../../agents/served-folder.ts');
  const written: string[] = [];
  const env = { TIMESTEP_CONFIG: createTestFolder() };
  const served = await openFolder(folder, undefined, {
    env,
    writeError: (text) => void written.push(text),
  });
  onTestFinished(() => served.close());
  const environment = served.definition.environments.default;
  const call = { id: '1', name: 'fs_read', arguments: {} };
  const verdict = await environment.judgeCall?.(call, {} as never);
  expect([verdict?.verdict, written]).toEqual(['allow', []]);
});
