import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderError, formatProblem, readAgentFolder } from '#agents/folder';
import { buildInstructions } from './environment/instructions.ts';
import { createTestFolder } from './folder.fixture.ts';

const manifest = {
  metadata: { name: 'Guide', description: 'Guides.', version: '2.0.0', lastAccessed: 'x' },
  settings: {
    maxChatTurns: '10',
    maxOutputTokens: '1000',
    temperature: '0.5',
    topP: 0.5,
    promptCaching: false,
    timeoutSeconds: 600,
    totalTimeoutSeconds: '3600',
    modelPatienceSeconds: 0,
    fallbackModels: ['openai/other', 'nobody/x'],
    theme: 'light',
    mostRecentModel: 'gemini:gemini-2.0-flash',
  },
  providers: { gemini: { GOOGLE_API_KEY: 'env://MY_KEY' }, ollama: { OLLAMA_HOST: 'http://o' } },
  mcpServers: {
    files: { type: 'stdio', command: 'npx', args: ['-y', 'files', './x'], cwd: 'sub' },
    weather: {
      type: 'sse',
      url: 'http://127.0.0.1:8080/sse',
      headers: { authorization: 'Bearer ${env:MY_KEY}' },
      toolInclude: { serverDefault: 'manual', tools: { get: 'always' } },
    },
    rules: { type: 'internal', tool: 'rules' },
  },
};

describe('readAgentFolder', () => {
  it('reads all that a folder says, and keeps what it does not know', () => {
    const path = createTestFolder({
      'tsagent.json': manifest,
      'prompt.md': '\nGuide people.\n',
      '.env': 'MY_KEY=secret',
      'references/map.mdt': '---\nname: map\npriorityLevel: 600\ninclude: agent\n---\nNorth is up.',
      'refs/old.mdt':
        '---\n{"name": "old", "priorityLevel": "10", "include": "always"}\n---\nOld map.',
      'refs/picture.png': 'no note',
      'rules/quiet.mdt': '---\nname: quiet\ninclude: manual\n---\nBe quiet.',
      'rules/kind.md': 'Be kind.',
    });
    const folder = readAgentFolder(path, { env: { MY_KEY: 'of the process', OTHER: '1' } });
    expect(folder).toMatchObject({
      path,
      name: 'Guide',
      version: '2.0.0',
      mode: 'interactive',
      settings: {
        model: 'gemini:gemini-2.0-flash',
        maxSteps: 10,
        maxTokens: 1000,
        temperature: 0.5,
        topP: 0.5,
        promptCaching: false,
        timeoutS: 600,
        totalTimeoutS: 3600,
        modelPatienceS: 0,
        fallbackModels: ['openai/other', 'nobody/x'],
        toolPermission: 'tool',
      },
      servers: [
        {
          name: 'files',
          target: { command: 'npx', args: ['-y', 'files', './x'], cwd: join(path, 'sub') },
        },
        { name: 'weather', headers: { authorization: 'Bearer secret' } },
      ],
      written: manifest,
    });
    // Nothing of the process: what is shown of a folder must not show that.
    expect(folder.env).toEqual({
      MY_KEY: 'secret',
      GOOGLE_API_KEY: 'secret',
      OLLAMA_HOST: 'http://o',
    });
    expect(buildInstructions(folder)).toBe(
      'Guide people.\n\nReference (old):\nOld map.\n\nRule (kind):\nBe kind.',
    );
    expect(readAgentFolder(join(path, 'tsagent.json'), { env: {} }).name).toBe('Guide');
  });

  it('puts its place into texts of servers, which is no secret', () => {
    const args = ['${folder}/notes', '${env:TOKEN}${folder}'];
    const path = createTestFolder({
      'tsagent.json': { metadata: { name: 'x' }, mcpServers: { own: { command: 'own', args } } },
      'mcp.json': {
        servers: { other: { command: 'o', args: ['${workspaceFolder}', '${folder}'] } },
      },
    });
    const { servers } = readAgentFolder(path, { env: { TOKEN: 'sesame ${folder}' } });
    expect(servers).toMatchObject([
      {
        target: { args: [`${path}/notes`, `sesame \${folder}${path}`] },
        secrets: ['sesame ${folder}'],
      },
      { target: { args: [path, path] }, secrets: [] },
    ]);
  });

  it.each([
    ['tools', { tools: [], skills: [] }, 'You are a helpful assistant.'],
    ['autonomous', { skills: [] }, 'You are an autonomous agent.'],
    ['interactive', {}, 'You are a helpful assistant.'],
  ])('tells that an agent is %s', (mode, metadata, prompt) => {
    const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'x', ...metadata } } });
    const folder = readAgentFolder(path, { env: {} });
    expect(folder).toMatchObject({ mode, prompt: expect.stringContaining(prompt) as string });
  });

  const named = { metadata: { name: 'x' } };
  it.each<[string, object | string, string]>([
    ['not JSON', '{\n  "metadata": {,\n}', 'tsagent.json:2 is not valid JSON'],
    ['no object', '[]', 'tsagent.json:1 must be a JSON object'],
    ['no name', { metadata: {} }, 'tsagent.json:2 metadata.name is missing'],
    [
      'a setting that is none',
      { ...named, settings: { topP: 'much' } },
      'tsagent.json:6 settings.topP must be a number from 0 to 1',
    ],
    [
      'an unknown permission',
      { ...named, settings: { toolPermission: 'maybe' } },
      'settings.toolPermission must be one of always, never, tool',
    ],
    [
      'a skill without an id',
      { metadata: { name: 'x', skills: [{ name: 'x' }] } },
      'tsagent.json:5 metadata.skills[0].id is missing',
    ],
    [
      'a server without a command',
      { ...named, mcpServers: { a: {} } },
      'mcpServers.a.command is missing',
    ],
    [
      'a server with two places',
      { ...named, mcpServers: { a: { url: 'http://x', command: 'y' } } },
      'mcpServers.a.command cannot be combined with url',
    ],
    [
      'no address',
      { ...named, mcpServers: { a: { url: 'file:///x' } } },
      'mcpServers.a.url must be a URL',
    ],
    [
      'a name that no model takes',
      { ...named, mcpServers: { 'a b': { command: 'y' } } },
      'mcpServers.a b must have a name of letters',
    ],
    [
      'an unset variable',
      { ...named, mcpServers: { a: { command: 'y', env: { K: '${env:UNSET}' } } } },
      'mcpServers.a.env.K refers to the environment variable UNSET, which is not set',
    ],
    [
      'an argument that is unset',
      { ...named, mcpServers: { a: { command: 'y', args: ['x', 'env://UNSET'] } } },
      'mcpServers.a.args[1] refers to the environment variable UNSET',
    ],
    [
      'a secret that cannot be read',
      { ...named, providers: { openai: { OPENAI_API_KEY: 'op://a/b/c' } } },
      'providers.openai.OPENAI_API_KEY refers to a secret that the 1Password command cannot read',
    ],
  ])('refuses %s, naming the place', (_, written, said) => {
    const path = createTestFolder({ 'tsagent.json': written });
    const reading = (): unknown => readAgentFolder(path, { env: { PATH: '' } });
    expect(reading).toThrow(FolderError);
    expect(reading).toThrow(said);
  });

  it('refuses a folder that is none', () => {
    expect(() => readAgentFolder(createTestFolder({}))).toThrow('tsagent.json is missing');
  });

  it('reads what stands beside the files of Timestep', () => {
    const path = createTestFolder({
      'tsagent.json': { ...named, mcpServers: { sky: { url: 'http://127.0.0.1:1/mcp' } } },
      'prompt.md': 'Guide people.',
      'AGENTS.md': '# For all agents\n',
      'rules/kind.mdt': '---\nname: kind\ninclude: always\n---\nBe kind.',
      'skills/forms/SKILL.md': '---\nname: forms\ndescription: "Use when: asked"\n---\n# Forms\n',
      'skills/forms/references/more.md': 'More.',
      'skills/broken/SKILL.md': '---\nname: broken\n---\nx',
      '.agents/skills/sums/SKILL.md': '---\nname: sums\ndescription: Adds.\n---\nx',
      '.agents/skills/other/SKILL.md': '---\nname: forms\ndescription: Not taken.\n---\nx',
      '.mcp.json': {
        mcpServers: {
          air: {
            type: 'http',
            url: 'https://${HOST:-air.example}/mcp',
            headers: { authorization: 'Bearer ${TOKEN}' },
          },
          sea: { type: 'local', command: ['sea', '-y'], environment: { KEY: '{env:TOKEN}' } },
          off: { command: 'off', disabled: true },
          old: { serverUrl: 'http://127.0.0.1:2/sse' },
        },
      },
    });
    const folder = readAgentFolder(path, { env: { TOKEN: 'secret' } });
    expect(buildInstructions(folder)).toBe(
      'Guide people.\n\n# For all agents\n\nRule (kind):\nBe kind.',
    );
    expect(folder.skills).toEqual([
      { name: 'forms', description: 'Use when: asked', path: 'skills/forms/SKILL.md' },
      { name: 'sums', description: 'Adds.', path: '.agents/skills/sums/SKILL.md' },
    ]);
    expect(folder.servers).toMatchObject([
      { name: 'sky', target: { url: 'http://127.0.0.1:1/mcp' } },
      {
        name: 'air',
        target: { url: 'https://air.example/mcp' },
        headers: { authorization: 'Bearer secret' },
        secrets: ['secret'],
      },
      { name: 'sea', target: { command: 'sea', args: ['-y'], env: { KEY: 'secret' } } },
      { name: 'old', target: { url: 'http://127.0.0.1:2/sse' } },
    ]);
    const said = folder.warnings.map((warning) => formatProblem(warning).replace(`${path}/`, ''));
    expect(said).toEqual([
      'skills/broken/SKILL.md:2 description is missing: say what the skill does and when to use it; the skill is ignored',
      '.agents/skills/other/SKILL.md:2 name differs from the name of its folder, other',
      '.agents/skills/other/SKILL.md:1 name is also the name of skills/forms/SKILL.md, which is used',
    ]);
  });

  it.each([
    ['servers', { servers: { sky: { url: 'http://127.0.0.1:1/mcp' } } }, ['sky']],
    ['mcp', { mcp: { sky: { type: 'remote', url: 'http://127.0.0.1:1/mcp' } } }, ['sky']],
    ['nothing of the kind', { sky: { url: 'http://127.0.0.1:1/mcp' } }, []],
  ])('reads a file of servers that are in %s', (_, file, names) => {
    const path = createTestFolder({ 'tsagent.json': named, 'mcp.json': file });
    const folder = readAgentFolder(path, { env: {} });
    expect(folder.servers.map(({ name }) => name)).toEqual(names);
    expect(folder.warnings).toHaveLength(names.length === 0 ? 1 : 0);
  });

  it.each([
    ['sse', { transport: 'sse' }],
    ['streamable-http', { transport: 'streamable-http' }],
    ['streamableHttp', { transport: 'streamable-http' }],
    ['http', {}],
    ['remote', {}],
  ])('reads the transport of type %s', (type, transport) => {
    const url = 'http://127.0.0.1:1/sse';
    const mcp = { mcpServers: { sky: { type, url } } };
    const path = createTestFolder({ 'tsagent.json': named, 'mcp.json': mcp });
    const folder = readAgentFolder(path, { env: {} });
    expect(folder.servers.map(({ target }) => target)).toEqual([{ url, ...transport }]);
  });

  it('reads the later spelling of the switches of tools', () => {
    const server = {
      url: 'http://127.0.0.1:1/mcp',
      serverToolDefaults: { permissionRequired: false, include: 'agent' },
      tools: { set: { permissionRequired: true, embeddings: [[1]] }, get: { include: 'always' } },
      toolInclude: { tools: { get: 'manual' } },
    };
    const path = createTestFolder({ 'tsagent.json': { ...named, mcpServers: { sky: server } } });
    expect(readAgentFolder(path, { env: {} }).servers).toMatchObject([
      {
        approval: { serverDefault: false, tools: new Map([['set', true]]) },
        include: { serverDefault: 'agent', tools: new Map([['get', 'manual']]) },
      },
    ]);
  });
});

describe('the cache of prompts', () => {
  const read = (promptCaching: unknown) => {
    const settings = { model: 'builtin:echo', promptCaching };
    const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'a' }, settings } });
    return readAgentFolder(path).settings.promptCaching;
  };

  it('is turned off, or kept for an hour', () => {
    expect(['1h', true, false].map(read)).toEqual(['1h', true, false]);
    expect(() => read('2h')).toThrow('settings.promptCaching must be true or false');
  });
});
