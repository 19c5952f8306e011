import { expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { formatProblem } from '../problem.ts';
import { checkAgents } from './check-agent.ts';
import { KNOWN_FIELDS } from './known-fields.ts';

type FileObject = keyof typeof KNOWN_FIELDS;

const metadata = { name: 'x' };
const folder = (manifest: object) => ({ 'tsagent.json': { metadata, ...manifest } });
const withServer = (fields: object) => folder({ mcpServers: { s: { command: 'c', ...fields } } });

const withRegistry = (registry: object) => folder({ metadata: { ...metadata, registry } });

/** Files of an agent in which an object has fields, and what stands before the fields in problems. */
const PLACES: Readonly<
  Record<FileObject, (fields: object) => Readonly<Record<string, object | string>>>
> = {
  manifest: folder,
  yaml: (fields) => ({ 'x.yaml': JSON.stringify({ metadata, systemPrompt: 'p', ...fields }) }),
  metadata: (fields) => folder({ metadata: { ...metadata, ...fields } }),
  provider: (fields) =>
    folder({
      metadata: {
        ...metadata,
        provider: { organization: 'o', url: 'https://o.example', ...fields },
      },
    }),
  cardSkill: (fields) =>
    folder({
      metadata: { ...metadata, skills: [{ id: 'i', name: 'n', description: 'd', ...fields }] },
    }),
  agentTool: (fields) =>
    folder({
      metadata: { ...metadata, tools: [{ name: 'n', description: 'd', prompt: 'p', ...fields }] },
    }),
  settings: (fields) => folder({ settings: fields }),
  server: withServer,
  internalServer: (fields) =>
    folder({ mcpServers: { s: { type: 'internal', tool: 'rules', ...fields } } }),
  serverSwitch: (fields) => withServer({ toolEnabled: fields }),
  toolSwitches: (fields) => withServer({ serverToolDefaults: fields }),
  oauth: (fields) =>
    folder({
      mcpServers: {
        s: {
          url: 'https://s.example/mcp',
          oauth: {
            clientId: 'i',
            issuer: 'https://i.example',
            clientSecret: '${env:S}',
            ...fields,
          },
        },
      },
    }),
  sampling: (fields) => withServer({ sampling: fields }),
  command: (fields) => ({
    ...folder({}),
    'commands/c.md': `---\n${JSON.stringify(fields)}\n---\nGo.`,
  }),
  note: (fields) => ({
    ...folder({}),
    'rules/r.md': `---\n${JSON.stringify({ name: 'r', ...fields })}\n---\nRule.`,
  }),
  skill: (fields) => ({
    ...folder({}),
    'skills/s/SKILL.md': `---\n${JSON.stringify({ name: 's', description: 'd', ...fields })}\n---\nSkill.`,
  }),
  foreignAgent: (fields) => ({
    'x.md': `---\n${JSON.stringify({ name: 'x', description: 'd', ...fields })}\n---\nPrompt.`,
  }),
  serversFile: (fields) => ({ ...folder({}), 'mcp.json': fields }),
  registry: (fields) => withRegistry(fields),
  registryRemote: (fields) => withRegistry({ remotes: [{ url: 'https://r.example', ...fields }] }),
  registryPackage: (fields) => withRegistry({ packages: [fields] }),
  registryRepository: (fields) => withRegistry({ repository: fields }),
  embeddedNote: (fields) => ({
    'x.yaml': JSON.stringify({
      metadata,
      systemPrompt: 'p',
      rules: [{ name: 'r', text: 't', ...fields }],
    }),
  }),
};

function findProblems(object: FileObject, fields: object): readonly string[] {
  const path = createTestFolder({ ...PLACES[object](fields) });
  return checkAgents(path, { S: 's' }).flatMap(({ problems }) =>
    problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`),
  );
}

/** Misspellings of a name: a letter left out, doubled or exchanged, and the styles of other languages. */
function misspell(name: string): readonly string[] {
  const at = Math.floor(name.length / 2);
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  const [snake, kebab] = ['_', '-'].map((sign) =>
    name.replaceAll(/[A-Z]/g, (capital) => `${sign}${capital.toLowerCase()}`),
  );
  const capitals = [name.toLowerCase(), name.toUpperCase(), snake, kebab].filter(
    (one) => one !== undefined && one !== name,
  ) as string[];
  return [
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}x${after}`,
    ...capitals,
  ];
}

const OBJECTS = Object.keys(KNOWN_FIELDS) as FileObject[];

it.each(OBJECTS)('reports every misspelt field of %s', (object) => {
  const { read, restricting = [] } = KNOWN_FIELDS[object];
  const missed: string[] = [];
  for (const name of read) {
    for (const wrong of misspell(name)) {
      if (read.includes(wrong)) continue;
      const found = findProblems(object, { [wrong]: 'x' }).filter((text) => text.includes(wrong));
      const isMeant = found.some((text) => text.includes(name));
      const isMistake = found.some((text) => text.startsWith('mistake: '));
      const isFound = found.length > 0 && (isMistake || !restricting.includes(name) || !isMeant);
      if (!isFound) missed.push(`${wrong}: ${found.join('; ')}`);
    }
  }
  expect(missed).toEqual([]);
});

it.each(OBJECTS)('knows the fields of %s that it reads and those of other programs', (object) => {
  for (const name of KNOWN_FIELDS[object].ignored ?? []) {
    const found = findProblems(object, { [name]: 'x' });
    expect(found.filter((text) => text.includes('is unknown'))).toEqual([]);
  }
  for (const name of KNOWN_FIELDS[object].read) {
    // Another type is another kind of server.
    if (object === 'internalServer' && name === 'type') continue;
    const found = findProblems(object, { [name]: 5.5 });
    expect(found.filter((text) => text.includes('is unknown'))).toEqual([]);
  }
});

it('says nothing of an unknown field that holds nothing', () => {
  for (const nothing of [null, [], {}, '']) {
    expect(findProblems('manifest', { supervisors: nothing })).toEqual([]);
  }
  expect(findProblems('manifest', { supervisors: ['a'] })).toEqual([
    expect.stringContaining('warning: '),
  ]);
});

it('reports a second list of servers, which is not read', () => {
  const servers = { s: { command: 'c' } };
  const path = createTestFolder({
    ...folder({}),
    'mcp.json': { mcp: servers, mcpServers: { t: { command: 'c' } }, inputs: [] },
  });
  expect(checkAgents(path).flatMap((one) => one.problems)).toMatchObject([
    { severity: 'mistake', field: 'mcp', message: expect.stringContaining('move its servers') },
  ]);
});
