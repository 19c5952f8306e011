import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Agent, openSqlite } from '@timestep-ai/timestep';
import { loadTasksFile } from '@timestep-ai/timestep/eval';
import { checkAgents } from '@timestep-ai/timestep/folder';
import { DEEP, nest, withDeep } from './deep-text.ts';
import type { Entry, Outcome } from './entry.ts';

const MANIFEST = { metadata: { name: 'a' }, settings: { model: 'builtin:echo' } };

/** The files of a folder, by path, in which a value is deep. */
type Files = (levels: number) => Readonly<Record<string, string>>;

const FOLDERS: Readonly<Record<string, Files>> = {
  'a manifest': (levels) => ({
    'tsagent.json': withDeep({ ...MANIFEST, metadata: { name: 'a', extra: DEEP } }, levels),
  }),
  'servers of a manifest': (levels) => ({
    'tsagent.json': JSON.stringify(MANIFEST),
    'mcp.json': withDeep({ mcpServers: { s: { command: 'x', env: DEEP, extra: DEEP } } }, levels),
  }),
  'front matter in YAML': (levels) => ({
    'tsagent.json': JSON.stringify(MANIFEST),
    'rules/r.mdt': `---\nname: r\nextra: ${nest(levels)}\n---\nBe kind.\n`,
  }),
  'front matter in blocks': (levels) => ({
    'tsagent.json': JSON.stringify(MANIFEST),
    'rules/r.mdt': `---\nname: r\nextra: ${'- '.repeat(levels)}x\n---\nBe kind.\n`,
  }),
  'front matter in JSON': (levels) => ({
    'tsagent.json': JSON.stringify(MANIFEST),
    'rules/r.mdt': `---\n${withDeep({ name: 'r', extra: DEEP }, levels)}\n---\nBe kind.\n`,
  }),
};

let count = 0;

const folderEntry =
  (files: Files): Entry =>
  async (levels, { folder }) => {
    count += 1;
    const agent = join(folder, `agent-${count}`);
    for (const [path, text] of Object.entries(files(levels))) {
      mkdirSync(join(agent, path, '..'), { recursive: true });
      writeFileSync(join(agent, path), text);
    }
    const problems = checkAgents(agent, {}).flatMap((one) => one.problems);
    const mistakes = problems.filter(({ severity }) => severity === 'mistake');
    return toOutcome(mistakes.length === 0, mistakes[0]?.message);
  };

const toOutcome = (isRead: boolean, why = ''): Outcome => ({
  words: isRead ? 'read' : `refused: ${why.slice(0, 50)}`,
  states: ['completed'],
});

/** A task that an earlier release stored, with a record that is deep. */
const storedEntry: Entry = async (levels, { folder }) => {
  count += 1;
  const path = join(folder, `stored-${count}.db`);
  const { loop } = new Agent({ agentId: 'a', name: 'a', model: () => 'heard' });
  const said = { principal: '', agent: loop.name };
  const message = { role: 'user', content: 'hi' } as const;
  const before = openSqlite({ path, agents: [loop] });
  const { id } = await before.runner.submit({ ...said, messageId: 'm1', message });
  await before.runner.waitUntilSettled(id, AbortSignal.timeout(20_000));
  await before.close(0);
  const database = new DatabaseSync(path);
  database
    .prepare(
      'UPDATE event SET body = replace(body, \'"type":"model.replied"\', \'"type":"model.replied","extra":\' || :deep)',
    )
    .run({ deep: nest(levels) });
  database.close();
  const after = openSqlite({ path, agents: [loop] });
  const found = await after.runner.get(id);
  const { tasks, total } = await after.runner.list({ ...said, pageSize: 9 });
  await after.close(0);
  return { words: `${tasks.length} of ${total} listed`, states: [found?.state ?? 'missing'] };
};

/** Files that people and earlier releases wrote. */
export const FILES: Readonly<Record<string, Entry>> = {
  ...Object.fromEntries(
    Object.entries(FOLDERS).map(([name, files]) => [name, folderEntry(files)] as const),
  ),
  'tasks of a suite': async (levels, { folder }) => {
    count += 1;
    const file = join(folder, `tasks-${count}.jsonl`);
    const task = { messages: [{ role: 'user', content: 'hi' }], expected: { deep: DEEP } };
    writeFileSync(file, `${withDeep(task, levels)}\n`);
    try {
      loadTasksFile(file);
      return toOutcome(true);
    } catch (thrown) {
      return toOutcome(false, String(thrown));
    }
  },
  'records of a database': storedEntry,
};
