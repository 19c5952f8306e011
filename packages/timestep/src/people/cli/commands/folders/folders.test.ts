import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runNow, createTestFolder, runInProcess } from '../../timestep.fixture.ts';

/** Nothing listens where models of this machine would be. */
const NO_MODELS = {
  OLLAMA_BASE_URL: 'http://127.0.0.1:9/v1',
  LMSTUDIO_BASE_URL: 'http://127.0.0.1:9/v1',
};

const NAMED = '{\n  "metadata": { "name": "Guide" }\n}';

function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

describe('timestep new', () => {
  it('writes an agent of what the options say, and of defaults', async () => {
    const folder = join(createTestFolder(), 'guide');
    const { code, stdout } = await runNow(
      'new',
      folder,
      '--model=lmstudio/m',
      '--mode=autonomous',
      '--prompt=Guide.',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('Its model is lmstudio/m: set its API key');
    const manifest = readFileSync(join(folder, 'tsagent.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({
      metadata: {
        name: 'guide',
        skills: [{ id: 'chat', name: 'guide', description: 'guide', tags: [] }],
      },
      settings: { model: 'lmstudio/m' },
      mcpServers: { tools: { command: 'node', args: ['${folder}/tools.ts'] } },
    });
    expect(readFileSync(join(folder, 'prompt.md'), 'utf8')).toBe('Guide.\n');
    expect(await runNow('check', folder)).toEqual({
      code: 0,
      stdout: '1 agent: 0 mistakes, 0 warnings\n',
      stderr: '',
    });
  });

  it('writes a project with a tool and tests, unless it is to be bare', async () => {
    const folder = join(createTestFolder(), 'guide');
    const { stdout } = await runInProcess(['new', folder, '--name=Guide'], NO_MODELS);
    expect(readdirSync(folder).toSorted()).toEqual([
      '.env.example',
      '.github',
      '.gitignore',
      'package.json',
      'prompt.md',
      'rules',
      'tests',
      'tools.ts',
      'tsagent.json',
      'tsconfig.json',
    ]);
    expect(stdout.split('\n').slice(1)).toEqual([
      expect.stringContaining('Choose a model: set settings.model'),
      'Next:',
      `  cd ${folder}`,
      '  npm install',
      expect.stringMatching(/^ {2}npm run chat /),
      expect.stringMatching(/^ {2}npm test /),
      expect.stringMatching(/^ {2}npm start /),
      '',
    ]);
    const bare = join(createTestFolder(), 'bare');
    await runInProcess(['new', bare, '--bare'], NO_MODELS);
    expect(readdirSync(bare).toSorted()).toEqual(['prompt.md', 'tsagent.json']);
  });

  it('writes no project where one has the package already', async () => {
    const dependencies = { '@timestep-ai/timestep': '0.1.0' };
    const project = write(createTestFolder(), { 'package.json': JSON.stringify({ dependencies }) });
    const folder = join(project, 'agents/guide');
    const { stdout } = await runInProcess(['new', folder, '--model', 'lmstudio/m']);
    expect(readdirSync(folder)).not.toContain('package.json');
    expect(stdout.split('\n').slice(2)).toEqual([
      `Talk to it:  npx @timestep-ai/timestep chat ${folder}`,
      `Serve it:    npx @timestep-ai/timestep serve ${folder}`,
      expect.stringContaining(`--tasks ${folder}/tests/tasks.jsonl --agent folder:${folder}`),
      '',
    ]);
  });

  it('writes a test that its agent passes', async () => {
    const parent = createTestFolder();
    const folder = join(parent, 'guide');
    await runInProcess(['new', folder, '--name=Guide'], NO_MODELS);
    const script = join(parent, 'script.json');
    writeFileSync(script, JSON.stringify({ rules: [], otherwise: 'I am Guide.' }));
    const tasks = join(parent, 'first-task.jsonl');
    const [first = ''] = readFileSync(join(folder, 'tests/tasks.jsonl'), 'utf8').split('\n', 1);
    writeFileSync(tasks, first);
    const args = ['run', '--tasks', tasks, '--outdir', join(parent, 'run'), '--trials', '1'];
    expect(await runNow(...args, '--agent', `script:${script}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 passed, 0 failed') as string,
    });
  });

  it('asks for what no option says, where a person to ask', async () => {
    const folder = join(createTestFolder(), 'guide');
    const answers = ['', 'Guides: people', 'lmstudio/m', 'odd', 'tools', ''];
    const asked: string[] = [];
    const { code } = await runInProcess(
      ['new', folder, '--name', 'Guide'],
      NO_MODELS,
      0,
      async (question) => {
        asked.push(question);
        return answers[asked.length] ?? '';
      },
    );
    expect(code).toBe(0);
    expect(asked).toEqual([
      'Description: ',
      'Model, as provider/name [from the environment]: ',
      'Mode: interactive, autonomous, tools [interactive]: ',
      'Mode: interactive, autonomous, tools [interactive]: ',
      'Instructions for the model: ',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'tsagent.json'), 'utf8'))).toMatchObject({
      metadata: { name: 'Guide', description: 'Guides: people', tools: [] },
    });
    expect(readFileSync(join(folder, 'prompt.md'), 'utf8')).toBe('You are Guide. Guides: people\n');
  });

  it('overwrites nothing, and asks nothing for what it cannot write', async () => {
    const folder = write(createTestFolder(), { 'tsagent.json': NAMED });
    const asked: string[] = [];
    const { code, stderr } = await runInProcess(['new', folder], {}, 0, async (question) => {
      asked.push(question);
      return '';
    });
    expect([code, asked]).toEqual([1, []]);
    expect(stderr).toContain('tsagent.json already exists: choose another folder');
    expect(readFileSync(join(folder, 'tsagent.json'), 'utf8')).toBe(NAMED);
    expect(readdirSync(folder)).toEqual(['tsagent.json']);
  });
});

describe('timestep import', () => {
  it('writes a folder, and says on standard error what is not imported', async () => {
    const folder = write(createTestFolder(), {
      '.claude/agents/a.md': '---\nname: a\ndescription: d\nhooks: {}\n---\nDo it.\n',
    });
    const target = join(folder, 'a');
    const agent = join(folder, '.claude/agents/a.md');
    const { code, stdout, stderr } = await runNow('import', agent, target);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `imported into ${target}: prompt.md, tsagent.json\n`,
    });
    expect(stderr).toMatch(/^timestep: warning: .*a\.md:4 hooks is not imported: .*\n$/);
    const again = await runNow('import', agent, target);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('already exists');
  });

  it('says what is wrong with what it cannot read', async () => {
    const folder = write(createTestFolder(), { 'a.yaml': 'metadata: [' });
    const { code, stderr } = await runNow('import', join(folder, 'a.yaml'), join(folder, 'a'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^timestep: .*a\.yaml:1 is not valid YAML: .*\n$/);
    expect(existsSync(join(folder, 'a'))).toBe(false);
    const missing = await runNow('import', join(folder, 'none.md'), join(folder, 'a'));
    expect(missing.stderr).toContain('none.md:1 does not exist');
  });
});

describe('timestep clone', () => {
  it('copies an agent, and says that secrets may be among it', async () => {
    const folder = write(createTestFolder(), { 'a/tsagent.json': NAMED, 'a/.env': 'A=1' });
    const [from, to] = [join(folder, 'a'), join(folder, 'b')];
    expect(await runNow('clone', from, to, '--name', 'Other')).toEqual({
      code: 0,
      stdout: `copied into ${to}: .env, tsagent.json\n`,
      stderr: `timestep: ${to} also contains a copy of .env, which may contain secrets\n`,
    });
    expect(readFileSync(join(to, 'tsagent.json'), 'utf8')).toBe(NAMED.replace('Guide', 'Other'));
    expect(await runNow('clone', from, to)).toMatchObject({ code: 1 });
  });
});

describe('timestep check', () => {
  it('writes what the MCP registry wants of an agent, or says what is missing', async () => {
    const folder = createTestFolder();
    const registry = { name: 'io.github.ada/guide', remotes: ['https://agents.example/mcp'] };
    const metadata = { name: 'Guide', description: 'Guides.', registry };
    writeFileSync(join(folder, 'tsagent.json'), JSON.stringify({ metadata }));
    const { code, stdout } = await runNow('check', folder, '--server-json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'io.github.ada/guide', version: '1.0.0' });
    writeFileSync(join(folder, 'tsagent.json'), JSON.stringify({ metadata: { name: 'Guide' } }));
    const refused = await runNow('check', folder, '--server-json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('metadata.registry.name is missing');
    expect(await runNow('check', folder, folder, '--server-json')).toMatchObject({ code: 2 });
  });

  it('says in words what each rule means', async () => {
    const permissions = {
      allow: [{ rule: 'fs_read:path=/srv/*', matches: [{ path: '/srv/a' }] }],
      deny: ['fs_*:path=/etc/*'],
    };
    const mcpServers = { fs: { command: 'fs-server' } };
    const folder = write(createTestFolder(), {
      'tsagent.json': JSON.stringify({ metadata: { name: 'a' }, mcpServers, permissions }),
    });
    const denies = 'denies every tool named like fs_* if path is a path below /etc';
    const allows = 'allows fs_read if path is a path below /srv, and there is no other argument';
    const { stdout } = await runNow('check', folder);
    expect(stdout.split('\n')).toEqual([
      `permissions of ${folder}:`,
      `  fs_*:path=/etc/*     ${denies}`,
      `  fs_read:path=/srv/*  ${allows}`,
      '1 agent: 0 mistakes, 0 warnings',
      '',
    ]);
    const json = JSON.parse((await runNow('check', folder, '--json')).stdout) as object;
    expect(json).toMatchObject({
      checked: [
        {
          rules: [
            { effect: 'deny', rule: 'fs_*:path=/etc/*', meaning: denies },
            { effect: 'allow', rule: 'fs_read:path=/srv/*', meaning: allows },
          ],
        },
      ],
    });
  });

  it('pins the tools that a folder allows, and says where', async () => {
    const folder = write(createTestFolder(), { 'tsagent.json': NAMED });
    expect(await runNow('check', folder, '--pin')).toEqual({
      code: 0,
      stdout: `pinned 0 tools in ${folder}/pins.json\n`,
      stderr: '',
    });
    const pins = readFileSync(join(folder, 'pins.json'), 'utf8');
    expect(JSON.parse(pins)).toEqual({ tools: {} });
    const again = await runNow('check', folder, '--pin', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ pinned: [{ tools: [], mistakes: [] }] });
    expect(await runNow('check', join(folder, 'none'), '--pin')).toMatchObject({ code: 2 });
  });

  it('finds every mistake at once, and tells warnings apart', async () => {
    const folder = write(createTestFolder(), {
      'a/tsagent.json': `{
  "metadata": {},
  "settings": { "topP": 7, "model": "moon/m", "embeddingModel": "anthropic/m" },
  "providers": { "openai": { "OPENAI_API_KEY": "\${env:UNSET}", "OTHER": "op://a/b/c" } },
  "mcpServers": { "sky": { "url": "sky" } }
}`,
      'a/rules/kind.mdt': '---\ninclude: never\npriorityLevel: -1\n---\nx',
      'a/skills/forms/SKILL.md': '---\nname: forms\n---\nx',
      'b/.claude/agents/b.md': '---\nname: b\ndescription: Use when: asked\n---\nx',
      'b/.claude/agents/README.md': '# Agents\n',
      'c/.agents/skills/sums/SKILL.md': '---\nname: sums\n---\nx',
    });
    // What is named twice is looked at once.
    const { code, stdout, stderr } = await runNow('check', join(folder, 'a'), folder);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.replaceAll(`${folder}/`, '').trim().split('\n')).toEqual([
      'mistake: a/tsagent.json:2 metadata.name is missing',
      'warning: a/tsagent.json:3 settings.model "moon/m" has an unknown provider: did you mean moonshot?',
      'warning: a/tsagent.json:3 settings.embeddingModel "anthropic/m" is not an embedding model: use provider/model, such as "openai/text-embedding-3-small"',
      'mistake: a/tsagent.json:3 settings.topP must be a number from 0 to 1',
      'mistake: a/tsagent.json:5 mcpServers.sky.url must be a URL such as http://127.0.0.1:8080/mcp',
      'mistake: a/rules/kind.mdt:3 priorityLevel must be a number from 0 to 999',
      'mistake: a/rules/kind.mdt:2 include must be one of always, agent, manual',
      'warning: a/skills/forms/SKILL.md:2 description is missing: say what the skill does and when to use it; the skill is ignored',
      'warning: a/tsagent.json:4 providers.openai.OPENAI_API_KEY refers to the environment variable UNSET, which is not set',
      'warning: b/.claude/agents/b.md:3 description is not valid YAML without quotes: put the value in quotes',
      'mistake: c/.agents/skills/sums/SKILL.md:2 description is missing: say what the skill does and when to use it',
      '2 agents, 1 skill: 6 mistakes, 5 warnings',
    ]);
  });

  it('says the same to programs', async () => {
    const folder = write(createTestFolder(), {
      'sums/SKILL.md': '---\nname: Sums\ndescription: d\n---\nx',
    });
    const { code, stdout } = await runNow('check', join(folder, 'sums', 'SKILL.md'), '--json');
    expect(code).toBe(0);
    const file = join(folder, 'sums', 'SKILL.md');
    expect(JSON.parse(stdout)).toEqual({
      checked: [
        {
          path: file,
          kind: 'skill',
          name: 'Sums',
          problems: [
            {
              severity: 'warning',
              file,
              line: 2,
              field: 'name',
              message: 'must consist of lowercase letters, digits and hyphens',
            },
          ],
        },
      ],
      mistakes: 0,
      warnings: 1,
    });
  });

  it('says where there is nothing to look at', async () => {
    const { code, stderr } = await runNow('check', createTestFolder());
    expect(code).toBe(1);
    expect(stderr).toContain('contains no agent or skill: use a folder with tsagent.json');
  });
});
