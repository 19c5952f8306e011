import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentStorage } from '#engine/port';
import { createTestFolder } from '../folder.fixture.ts';
import { parseFolderOrThrow } from '../read/read-agent-folder.ts';
import { readAgentFiles } from '../storage/agent-files.ts';
import { fileStorage } from '../storage/file-storage.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { applyEdit } from './apply-edit.ts';
import type { AgentEdit } from './agent-edit.ts';
import { planNewServer, planServerRemoval, planServerUpdate } from './edit-servers.ts';
import { planMetadataEdit, planPromptEdit, planSettingsEdit } from './edit-manifest.ts';
import { planToolSwitchesEdit } from './edit-tool-switches.ts';
import { planNewNote, planNoteRemoval, planNoteUpdate } from './edit-notes.ts';
import { planNewSkill, planSkillRemoval, planSkillUpdate } from './edit-skills.ts';
import { loadSkill, loadSkillResource } from './load-skill.ts';

const MANIFEST = `{
    "zeta": { "kept": true },
    "metadata": { "name": "Guide" },
    "mcpServers": {
        "sky": {
            "url": "http://127.0.0.1:1/mcp",
            "toolInclude": { "serverDefault": "agent" }
        }
    },
    "settings": { "theme": "light" }
}
`;
const RULE = '---\n# mine\nname: kind\ntags: [a]\ninclude: always\n---\n\nBe kind.\n';
const SKILL = '---\nname: forms\ndescription: Fills forms.\nmetadata:\n  by: me\n---\n\n# Forms\n';

function agent(): AgentStorage {
  return memoryStorage({
    'tsagent.json': MANIFEST,
    'rules/kind.mdt': RULE,
    'refs/old-map.md': 'North is up.',
    'skills/forms/SKILL.md': SKILL,
    'skills/forms/scripts/fill.py': 'print()',
    'mcp.json': '{"servers": {"sea": {"type": "http", "url": "http://127.0.0.1:2/mcp"}}}',
  });
}

async function folderOf(storage: AgentStorage) {
  const around = { env: {}, stored: new Map(), ifMissing: 'mistake' } as const;
  return parseFolderOrThrow(await readAgentFiles({ storage }), around);
}

async function textAt(storage: AgentStorage, path: string): Promise<string | undefined> {
  const file = await storage.read(path);
  return file && new TextDecoder().decode(file.contents);
}

async function made(storage: AgentStorage, edit: Promise<AgentEdit>): Promise<AgentEdit> {
  const before = await storage.read('tsagent.json');
  const known = await edit;
  // An edit can be looked at before it is made.
  expect(await storage.read('tsagent.json')).toEqual(before);
  await applyEdit(storage, known);
  return known;
}

describe('edits of an agent', () => {
  it('says what a change of one rule is to the letter, and makes it', async () => {
    const storage = agent();
    const edit = await made(storage, planNoteUpdate(storage, 'rule', 'kind', { priority: 7 }));
    const after = RULE.replace('always\n', 'always\npriorityLevel: 7\n');
    expect(edit.changes).toMatchObject([{ path: 'rules/kind.mdt', before: RULE, after }]);
    expect(await textAt(storage, 'rules/kind.mdt')).toBe(after);
    await made(
      storage,
      planNoteUpdate(storage, 'rule', 'kind', { include: 'agent', text: 'Be good.' }),
    );
    expect((await folderOf(storage)).rules).toMatchObject([
      { name: 'kind', priority: 7, include: 'agent', text: 'Be good.' },
    ]);
  });

  it('makes, changes and removes references wherever they are', async () => {
    const storage = agent();
    const note = {
      name: 'map',
      text: 'New.',
      description: 'Where: here',
      include: 'agent',
    } as const;
    const edit = await made(storage, planNewNote(storage, 'reference', note));
    expect(edit.changes.map(({ path }) => path)).toEqual(['references/map.mdt']);
    await made(storage, planNoteUpdate(storage, 'reference', 'old-map', { include: 'manual' }));
    expect((await folderOf(storage)).references).toMatchObject([
      { name: 'map', description: 'Where: here', include: 'agent', text: 'New.' },
      { name: 'old-map', include: 'manual', text: 'North is up.' },
    ]);
    await made(storage, planNoteRemoval(storage, 'reference', 'old-map'));
    expect(await storage.list('refs')).toEqual([]);
  });

  it('keeps what tsagent.json says beside a setting', async () => {
    const storage = agent();
    await made(storage, planSettingsEdit(storage, { model: 'lmstudio/m', theme: null }));
    await made(storage, planMetadataEdit(storage, { description: 'Guides.' }));
    expect(await textAt(storage, 'tsagent.json')).toBe(
      MANIFEST.replace('{ "theme": "light" }', '{ "model": "lmstudio/m" }').replace(
        '"Guide" }',
        '"Guide", "description": "Guides." }',
      ),
    );
  });

  it('changes one tool, and what holds for the others of its server stays', async () => {
    const storage = agent();
    const tool = { server: 'sky', tool: 'get' };
    await made(storage, planToolSwitchesEdit(storage, tool, { include: 'manual', enabled: true }));
    await made(storage, planToolSwitchesEdit(storage, tool, { permissionRequired: false }));
    const [sky] = (await folderOf(storage)).servers;
    expect(sky).toMatchObject({
      include: { serverDefault: 'agent', tools: new Map([['get', 'manual']]) },
      enabled: { serverDefault: true, tools: new Map([['get', true]]) },
      approval: { serverDefault: true, tools: new Map([['get', false]]) },
    });
    await made(storage, planToolSwitchesEdit(storage, tool, { include: null }));
    await made(storage, planToolSwitchesEdit(storage, { server: 'sky' }, { include: 'always' }));
    expect((await folderOf(storage)).servers[0]?.include).toEqual({
      serverDefault: 'always',
      tools: new Map(),
    });
  });

  it('changes a server where it is described', async () => {
    const storage = agent();
    await made(
      storage,
      planToolSwitchesEdit(storage, { server: 'sea' }, { permissionRequired: false }),
    );
    expect(await textAt(storage, 'mcp.json')).toContain('"toolPermissionRequired"');
    await made(storage, planNewServer(storage, 'air', { command: 'air', args: ['-y'] }));
    await made(storage, planServerUpdate(storage, 'sky', { url: 'http://127.0.0.1:3/mcp' }));
    await made(storage, planServerRemoval(storage, 'sea'));
    expect((await folderOf(storage)).servers.map(({ name, target }) => [name, target])).toEqual([
      ['sky', { url: 'http://127.0.0.1:3/mcp' }],
      ['air', { command: 'air', args: ['-y'], env: {}, cwd: process.cwd() }],
    ]);
  });

  it('makes, changes, reads and removes skills', async () => {
    const storage = agent();
    const skill = { name: 'sums', description: 'Adds.', text: '# Sums' };
    await made(storage, planNewSkill(storage, skill));
    await made(storage, planSkillUpdate(storage, 'forms', { description: 'Fills: all' }));
    const [forms, sums] = (await folderOf(storage)).skills;
    expect([forms, sums]).toMatchObject([{ description: 'Fills: all' }, { name: 'sums' }]);
    expect(await textAt(storage, 'skills/forms/SKILL.md')).toBe(
      SKILL.replace('Fills forms.', '"Fills: all"'),
    );
    if (!forms) throw new Error('the skill is missing');
    expect(await loadSkill(storage, forms)).toEqual({
      text: '# Forms',
      resources: ['scripts/fill.py'],
    });
    expect(await loadSkillResource(storage, forms, 'scripts/fill.py')).toBe('print()');
    for (const path of ['../../tsagent.json', 'none', '.', '/etc/passwd']) {
      await expect(loadSkillResource(storage, forms, path)).rejects.toMatchObject({
        code: 'no-such-part',
      });
    }
    await made(storage, planSkillRemoval(storage, 'forms'));
    expect(await storage.list('skills')).toEqual(['skills/sums/SKILL.md']);
  });

  it('sets the prompt, whether there is one or not', async () => {
    const storage = agent();
    await made(storage, planPromptEdit(storage, 'One.\n\n'));
    const edit = await made(storage, planPromptEdit(storage, 'Two.'));
    expect(edit.changes).toMatchObject([{ before: 'One.\n', after: 'Two.\n' }]);
    expect((await planPromptEdit(storage, 'Two.')).changes).toEqual([]);
  });

  it.each<[string, (storage: AgentStorage) => Promise<AgentEdit>, string, string]>([
    [
      'a rule twice',
      (storage) => planNewNote(storage, 'rule', { name: 'kind', text: 'x' }),
      'exists-already',
      'a rule named kind',
    ],
    [
      'a rule that is missing',
      (storage) => planNoteRemoval(storage, 'rule', 'none'),
      'no-such-part',
      'no rule is named none',
    ],
    [
      'a name that leads outside',
      (storage) => planNewNote(storage, 'rule', { name: '../x', text: 'x' }),
      'bad-folder',
      'not a valid path in an agent',
    ],
    [
      'a priority out of range',
      (storage) => planNoteUpdate(storage, 'rule', 'kind', { priority: 1000 }),
      'bad-folder',
      'memory/rules/kind.mdt:6 priorityLevel must be a number from 0 to 999',
    ],
    [
      'a setting that is none',
      (storage) => planSettingsEdit(storage, { topP: 7 }),
      'bad-folder',
      'settings.topP must be a number from 0 to 1',
    ],
    [
      'a server without an address',
      (storage) => planNewServer(storage, 'x', {}),
      'bad-folder',
      'mcpServers.x.command is missing',
    ],
    [
      'a server of a bad name',
      (storage) => planNewServer(storage, 'a b', { command: 'x' }),
      'bad-folder',
      'is not a valid server name',
    ],
    [
      'a server twice',
      (storage) => planNewServer(storage, 'sea', { command: 'x' }),
      'exists-already',
      'a server named sea',
    ],
    [
      'a server that is missing',
      (storage) => planToolSwitchesEdit(storage, { server: 'x' }, { include: 'always' }),
      'no-such-part',
      'no server is named x',
    ],
    [
      'a skill of a bad name',
      (storage) => planNewSkill(storage, { name: 'A', description: 'd', text: '' }),
      'bad-folder',
      'must consist of lowercase letters',
    ],
    [
      'a skill twice',
      (storage) => planNewSkill(storage, { name: 'forms', description: 'd', text: '' }),
      'exists-already',
      'a skill named forms',
    ],
  ])('refuses %s', async (_, edit, code, said) => {
    const storage = agent();
    await expect(edit(storage)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(said) as string,
    });
  });
});

describe('an agent that is edited from two sides', () => {
  it('says to the second that the first was quicker, and keeps what the first wrote', async () => {
    const folder = createTestFolder({ 'tsagent.json': MANIFEST });
    const [page, terminal] = [fileStorage(folder), fileStorage(folder)];
    const ofPage = await planSettingsEdit(page, { model: 'lmstudio/page' });
    const ofTerminal = await planSettingsEdit(terminal, { model: 'lmstudio/terminal' });
    await applyEdit(page, ofPage);
    await expect(applyEdit(terminal, ofTerminal)).rejects.toMatchObject({
      code: 'changed-underneath',
      message: expect.stringContaining('read it again') as string,
    });
    expect(readFileSync(join(folder, 'tsagent.json'), 'utf8')).toContain('lmstudio/page');
  });

  it('says so as well where an editor wrote or removed the file', async () => {
    const folder = createTestFolder({ 'tsagent.json': MANIFEST, 'rules/kind.mdt': RULE });
    const storage = fileStorage(folder);
    const edit = await planNoteUpdate(storage, 'rule', 'kind', { priority: 1 });
    writeFileSync(join(folder, 'rules', 'kind.mdt'), 'Be quick.');
    await expect(applyEdit(storage, edit)).rejects.toMatchObject({ code: 'changed-underneath' });
    expect(readFileSync(join(folder, 'rules', 'kind.mdt'), 'utf8')).toBe('Be quick.');
  });

  it('makes an edit of several files all or nothing', async () => {
    const storage = agent();
    const edit = await planSkillRemoval(storage, 'forms');
    const script = await storage.read('skills/forms/scripts/fill.py');
    const failing: AgentStorage = {
      ...storage,
      async remove(path, version) {
        // Another writer comes between the look at all files and their removal.
        if (path.endsWith('fill.py')) {
          await storage.write(path, 'new', { version: script?.version ?? '' });
        }
        return storage.remove(path, version);
      },
    };
    await expect(applyEdit(failing, edit)).rejects.toMatchObject({ code: 'changed-underneath' });
    expect(await textAt(storage, 'skills/forms/SKILL.md')).toBe(SKILL);
    expect(await textAt(storage, 'skills/forms/scripts/fill.py')).toBe('new');
  });
});
