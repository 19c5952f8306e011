import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkAgents } from '../packages/timestep/src/agents/folder/index.ts';
import { createCorpusReport } from './corpus.ts';

/** One of each format that is read, each with something that only its program knows. */
const CORPUS: Readonly<Record<string, string>> = {
  'claude/.claude/agents/reviewer.md':
    '---\nname: reviewer\ndescription: Reviews. Use when: code was written\ntools: Read, Grep\nmodel: opus\n---\nYou review.\n',
  'opencode/.opencode/agents/docs.md':
    '---\ndescription: Writes docs\nmode: subagent\nmodel: anthropic/claude-sonnet-4-5\ntools:\n  write: false\npermission:\n  bash:\n    "git *": ask\n---\nYou write.\n',
  'gemini/.gemini/agents/auditor.md':
    '---\nname: auditor\ndescription: Audits\nkind: local\ntools:\n  - read_file\nmodel: gemini-2.5-pro\nmax_turns: 10\n---\nYou audit.\n',
  'yaml/agents/bob.yaml':
    'metadata:\n  name: Bob\nsettings:\n  model: gemini:gemini-2.5-flash\nsystemPrompt: You know Bob.\nrules:\n  - { name: kind, text: Be kind., include: always, priorityLevel: 500 }\nreferences: []\nmcpServers: {}\n',
  'folder/guide/tsagent.json': '{"metadata": {"name": "Guide"}}',
  'folder/guide/rules/kind.mdt': '---\nname: kind\n---\nBe kind.\n',
  'skills/forms/SKILL.md':
    '---\nname: forms\ndescription: Fills forms.\nmetadata:\n  version: "1.0"\n---\n# Forms\n',
  'plugins/x/skills/sums/SKILL.md':
    '---\nname: Sums\ndescription: >-\n  Adds\n  up.\n---\n# Sums\n',
  'plugins/x/agents/README.md': 'For people.\n',
};

function corpusWith(more: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries({ ...CORPUS, ...more })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

it('loads agents and skills in every format that is read', () => {
  const checked = checkAgents(corpusWith(), {});
  expect(checked.map(({ kind, name }) => [kind, name])).toEqual([
    ['agent', 'reviewer'],
    ['agent', 'Guide'],
    ['agent', 'auditor'],
    ['agent', 'docs'],
    ['skill', 'Sums'],
    ['skill', 'forms'],
    ['agent', 'Bob'],
  ]);
  expect(createCorpusReport(checked)).toEqual({
    lines: [
      '                 found     loaded    refused  warned of',
      '      agent          5          5          0          3',
      '      skill          2          2          0          1',
      '100 % loaded, at least 99 % must be',
    ],
    ok: true,
  });
});

it('fails where too much is refused, and names file, line and field of each mistake', () => {
  const folder = corpusWith({
    'agents/broken.md': '---\nname: broken\ntemperature: hot\n---\nx',
    'skills/empty/SKILL.md': '---\nname: empty\n---\nx',
  });
  const { lines, ok } = createCorpusReport(checkAgents(folder, {}));
  expect(ok).toBe(false);
  expect(lines.slice(3).map((line) => line.replace(`${folder}/`, ''))).toEqual([
    'agents/broken.md:3 settings.temperature must be a number from 0 to 2',
    'skills/empty/SKILL.md:2 description is missing: say what the skill does and when to use it',
    '77.7 % loaded, at least 99 % must be',
  ]);
});

it('fails where there is nothing to look at', () => {
  expect(createCorpusReport([]).ok).toBe(false);
});
