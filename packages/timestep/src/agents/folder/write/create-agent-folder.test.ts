import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { formatProblem } from '../problem.ts';
import { readAgentFolder } from '../read/read-agent-folder.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { agentExists, loadAgentMetadata } from './load-metadata.ts';
import { cloneAgent } from './clone-agent.ts';
import { importAgent } from './import-agent.ts';
import { createAgentFolder } from './create-agent-folder.ts';

describe('createAgentFolder', () => {
  it('writes an agent that reads as it was described', async () => {
    const folder = join(createTestFolder({}), 'new', 'guide');
    expect(await agentExists(folder)).toBe(false);
    await createAgentFolder(folder, {
      name: 'Guide',
      description: 'Guides: always',
      mode: 'autonomous',
      model: 'lmstudio/m',
      settings: { temperature: 0.2 },
      prompt: 'Guide people.',
      rules: [{ name: 'kind', text: 'Be kind.', priority: 3, include: 'always' }],
      references: [{ name: 'map', text: 'North is up.', description: 'A map' }],
      skills: [{ name: 'forms', description: 'Fills forms.', text: '# Forms' }],
      mcpServers: { sky: { url: 'http://127.0.0.1:1/mcp' } },
    });
    expect(await agentExists(folder)).toBe(true);
    const metadata = {
      name: 'Guide',
      description: 'Guides: always',
      version: '1.0.0',
      mode: 'autonomous',
      cardSkills: [{ id: 'chat', name: 'Guide', description: 'Guides: always', tags: [] }],
      agentTools: [],
    };
    expect(await loadAgentMetadata(folder)).toEqual(metadata);
    expect(readAgentFolder(folder, { env: {} })).toMatchObject({
      ...metadata,
      settings: { model: 'lmstudio/m', temperature: 0.2 },
      prompt: 'Guide people.',
      rules: [{ name: 'kind', text: 'Be kind.', priority: 3, include: 'always' }],
      references: [{ name: 'map', include: 'manual', description: 'A map' }],
      skills: [{ name: 'forms' }],
      servers: [{ name: 'sky' }],
      warnings: [],
    });
  });

  it.each([
    ['interactive', 'interactive'],
    ['tools', 'tools'],
    [undefined, 'interactive'],
  ] as const)('gives an agent the mode %s', async (mode, found) => {
    const storage = memoryStorage();
    await createAgentFolder(storage, { name: 'x', ...(mode && { mode }) });
    expect((await loadAgentMetadata(storage)).mode).toBe(found);
  });

  it.each([
    ['an agent', { 'tsagent.json': '{}' }],
    ['another file of the agent', { 'prompt.md': 'Mine.' }],
  ])('overwrites nothing where there is %s', async (_, files) => {
    const folder = createTestFolder(files);
    const making = createAgentFolder(folder, { name: 'x', prompt: 'New.' });
    await expect(making).rejects.toMatchObject({ code: 'exists-already' });
    expect(readdirSync(folder)).toEqual(Object.keys(files));
  });

  it('refuses what could not be read again, and writes none of it', async () => {
    const storage = memoryStorage();
    const mcpServers = { sky: {} };
    await expect(createAgentFolder(storage, { name: '', mcpServers })).rejects.toThrow(
      'metadata.name is missing (and 1 more',
    );
    expect(await storage.list()).toEqual([]);
  });
});

describe('cloneAgent', () => {
  it('copies all files of an agent as they are, and no database', async () => {
    const folder = createTestFolder({
      'tsagent.json': '{ "metadata": { "name": "A" },\n"own": 1 }',
      '.env': 'KEY=secret',
      'servers/run.sh': '#!/bin/sh',
      'data/tasks.db-wal': 'x',
      'node_modules/x/index.js': 'x',
    });
    chmodSync(join(folder, 'servers', 'run.sh'), 0o755);
    symlinkSync('servers/run.sh', join(folder, 'link.sh'));
    const target = join(createTestFolder({}), 'copy');
    const cloned = await cloneAgent(folder, target, { name: 'B' });
    expect(cloned).toEqual({
      paths: ['.env', 'link.sh', 'servers/run.sh', 'tsagent.json'],
      hasVariables: true,
    });
    expect(readFileSync(join(target, 'tsagent.json'), 'utf8')).toBe(
      '{ "metadata": { "name": "B" },\n"own": 1 }',
    );
    const modes = ['servers/run.sh', '.env'].map(
      (path) => statSync(join(target, path)).mode & 0o777,
    );
    expect(modes).toEqual([0o755, 0o600]);
    expect(existsSync(join(target, 'data'))).toBe(false);
  });

  it('copies from one storage to another, and never onto an agent', async () => {
    const from = memoryStorage({ 'tsagent.json': '{"metadata": {"name": "A"}}' });
    const to = memoryStorage();
    await cloneAgent(from, to);
    expect(await loadAgentMetadata(to)).toMatchObject({ name: 'A' });
    await expect(cloneAgent(from, to)).rejects.toMatchObject({ code: 'exists-already' });
    const taken = memoryStorage({ 'prompt.md': 'Mine.' });
    await from.write('prompt.md', 'Theirs.', {});
    await expect(cloneAgent(from, taken)).rejects.toMatchObject({ code: 'changed-underneath' });
    expect(await taken.list()).toEqual(['prompt.md']);
  });

  it('refuses what is not an agent', async () => {
    await expect(cloneAgent(createTestFolder({}), memoryStorage())).rejects.toThrow(
      'tsagent.json is missing',
    );
  });
});

describe('importAgent', () => {
  const yaml = `
metadata:
  name: Bob
  description: "Knows: Bob"
  skills:
    - { id: facts, name: Facts, description: All facts }
settings:
  maxChatTurns: 20
  model: gemini:gemini-2.5-flash
systemPrompt: You know Bob.
rules: []
references:
  - name: about-bob
    description: Information
    priorityLevel: 400
    text: |-
      Lives in
      Carnation
    include: agent
providers:
  gemini: { GOOGLE_API_KEY: "op://vault/gemini/key" }
mcpServers:
  files:
    type: stdio
    command: npx
    args: [-y, files]
    env: { KEY: "\${env:FILES_KEY}" }
    serverToolDefaults: { permissionRequired: false, include: agent }
    tools:
      write: { permissionRequired: true, hash: abc }
supervisors: []
`;

  it('writes a folder of an agent in one file of YAML, and both read alike', async () => {
    const folder = createTestFolder({ 'bob.yaml': yaml, '.env': 'FILES_KEY=k' });
    const target = join(folder, 'bob');
    const { paths, warnings } = await importAgent(join(folder, 'bob.yaml'), target);
    expect(paths.toSorted()).toEqual([
      '.env',
      'prompt.md',
      'references/about-bob.mdt',
      'tsagent.json',
    ]);
    expect(warnings.map(({ field }) => field)).toEqual(['mcpServers.files.tools.write.hash']);
    const manifest = JSON.parse(readFileSync(join(target, 'tsagent.json'), 'utf8')) as object;
    expect(Object.keys(manifest)).toEqual([
      'metadata',
      'settings',
      'providers',
      'mcpServers',
      'supervisors',
    ]);
    expect(manifest).toMatchObject({
      providers: { gemini: { GOOGLE_API_KEY: 'op://vault/gemini/key' } },
    });
    const expected = {
      name: 'Bob',
      description: 'Knows: Bob',
      mode: 'autonomous',
      prompt: 'You know Bob.',
      settings: { model: 'gemini:gemini-2.5-flash', maxSteps: 20 },
      references: [
        {
          name: 'about-bob',
          description: 'Information',
          priority: 400,
          include: 'agent',
          text: 'Lives in\nCarnation',
        },
      ],
      servers: [
        {
          name: 'files',
          target: { command: 'npx', args: ['-y', 'files'], env: { KEY: 'k' } },
          secrets: ['k'],
          approval: { serverDefault: false, tools: new Map([['write', true]]) },
          include: { serverDefault: 'agent', tools: new Map() },
        },
      ],
    };
    const op = createTestFolder({ op: '#!/bin/sh\necho found' });
    chmodSync(join(op, 'op'), 0o755);
    const env = { PATH: `${op}:${process.env['PATH']}` };
    expect(readAgentFolder(join(folder, 'bob.yaml'), { env })).toMatchObject(expected);
    expect(readAgentFolder(target, { env })).toMatchObject(expected);
  });

  it.each([
    [
      '.claude/agents/reviewer.md',
      `---
name: reviewer
description: Reviews code. Use when: code was written
tools: Read, Grep, mcp__sky__get
model: sonnet
color: green
permissionMode: plan
maxTurns: 5
skills: [forms]
hooks:
  PreToolUse: []
mcpServers:
  - github
  - sky: { type: http, url: "http://127.0.0.1:1/mcp", headers: { a: "\${KEY}" } }
---

You review code.
`,
      {
        name: 'reviewer',
        description: 'Reviews code. Use when: code was written',
        prompt: 'You review code.',
        settings: { maxSteps: 5 },
        servers: [
          { name: 'sky', enabled: { serverDefault: false, tools: new Map([['get', true]]) } },
        ],
      },
      [
        ':3 description is not valid YAML without quotes: put the value in quotes',
        ':5 model "sonnet" is not imported, because it names no provider: set settings.model, such as anthropic/…',
        ':12 mcpServers refers to the server "github": define it in mcp.json of an agent folder',
        ':7 permissionMode is not imported: set toolPermission, and toolPermissionRequired of servers',
        ':9 skills is not imported: copy those skills to skills/ of an agent folder',
        ':10 hooks is not imported: Timestep runs no commands around tool calls',
        ':4 tools contains tools of another program, which do not exist here: Read, Grep',
      ],
    ],
    [
      '.opencode/agents/writer.md',
      `---
description: Writes docs
mode: subagent
model: anthropic/claude-sonnet-4-5
temperature: 0.1
steps: 9
permission:
  edit: deny
---
You write.
`,
      {
        name: 'writer',
        description: 'Writes docs',
        prompt: 'You write.',
        settings: { model: 'anthropic/claude-sonnet-4-5', temperature: 0.1, maxSteps: 9 },
      },
      [
        ':3 mode is not imported: agents with metadata.skills are autonomous, others work with a user',
        ':7 permission is imported only where it denies a tool of a server: set toolPermissionRequired of servers',
      ],
    ],
    [
      '.gemini/agents/auditor.md',
      `---
name: auditor
description: Audits
kind: local
model: gemini-2.5-pro
max_turns: 12
timeout_mins: 5
mcpServers:
  sky: { httpUrl: "http://127.0.0.1:1/mcp" }
---
You audit.
`,
      {
        name: 'auditor',
        settings: { model: 'google/gemini-2.5-pro', maxSteps: 12 },
        servers: [{ name: 'sky', target: { url: 'http://127.0.0.1:1/mcp' } }],
      },
      [
        ':4 kind is not imported: Timestep has no such feature',
        ':7 timeout_mins is not imported: Timestep has no such feature',
      ],
    ],
  ])(
    'writes a folder of %s, and says what it could not carry over',
    async (path, text, found, said) => {
      const folder = createTestFolder({ [path]: text });
      const target = join(folder, 'imported');
      const { warnings } = await importAgent(join(folder, path), target);
      const texts = warnings.map((warning) =>
        formatProblem(warning).replace(join(folder, path), ''),
      );
      expect(texts).toEqual(said);
      const env = { KEY: 'k' };
      expect(readAgentFolder(join(folder, path), { env })).toMatchObject(found);
      expect(readAgentFolder(target, { env })).toMatchObject({ ...found, warnings: [] });
    },
  );

  it('names the line of the front matter where a field has a mistake', async () => {
    const text = '---\ndescription: d\ntemperature: hot\nmcpServers:\n  sky:\n    url: 7\n---\nx';
    const folder = createTestFolder({ 'agents/a.md': text });
    await expect(importAgent(join(folder, 'agents/a.md'), memoryStorage())).rejects.toThrow(
      'a.md:3 settings.temperature must be a number from 0 to 2 (and 1 more',
    );
  });
});
