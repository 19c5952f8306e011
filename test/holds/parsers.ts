import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseTasks } from '@timestep-ai/timestep/eval';
import { checkAgents } from '@timestep-ai/timestep/folder';
import { createRuleJudge } from '../../packages/timestep/src/engine/tools/index.ts';
import { formatForeignText, formatArguments } from '../../packages/timestep/src/core/index.ts';
import { createHostileTexts } from './hostile-texts.ts';
import { measureHolds, type Hold } from './hold.ts';

const MANIFEST = JSON.stringify({ metadata: { name: 'a' }, settings: { model: 'builtin:echo' } });

/** Files of an agent that hold a text, by what is parsed. */
const FILES: Readonly<Record<string, (text: string) => Readonly<Record<string, string>>>> = {
  'the manifest': (text) => ({ 'tsagent.json': text }),
  'a value of the manifest': (text) => ({
    'tsagent.json': JSON.stringify({ metadata: { name: text }, settings: { model: text } }),
  }),
  servers: (text) => ({ 'tsagent.json': MANIFEST, 'mcp.json': text }),
  pins: (text) => ({ 'tsagent.json': MANIFEST, 'pins.json': text }),
  'a prompt': (text) => ({ 'tsagent.json': MANIFEST, 'prompt.md': text }),
  variables: (text) => ({ 'tsagent.json': MANIFEST, '.env': text }),
  'front matter': (text) => ({
    'tsagent.json': MANIFEST,
    'rules/r.mdt': `---\n${text}\n---\nBe kind.\n`,
  }),
  'front matter without end': (text) => ({
    'tsagent.json': MANIFEST,
    'rules/r.mdt': `---\n${text}`,
  }),
  'a rule': (text) => ({ 'tsagent.json': MANIFEST, 'rules/r.mdt': text }),
  'a skill': (text) => ({
    'tsagent.json': MANIFEST,
    'skills/s/SKILL.md': `---\nname: s\ndescription: ${text}\n---\n${text}`,
  }),
  'permission rules': (text) => ({
    'tsagent.json': JSON.stringify({
      metadata: { name: 'a' },
      settings: { model: 'builtin:echo' },
      permissions: { allow: [text, `read:path=${text}`], deny: [`run:command=${text}`] },
    }),
  }),
  'an agent in Markdown': (text) => ({ 'agent.md': `---\nname: a\n${text}\n---\n${text}` }),
  'an agent in YAML': (text) => ({ 'agent.yaml': text }),
};

/** Parsers of texts that are no files. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'tasks of a suite': (text) => ignoreRefusal(() => parseTasks(text, 'tasks.json')),
  'a judged argument': (text) =>
    ['read:path=/a/*', 'read:path=https://*.example.com/*', 'read:path=git *'].map((rule) =>
      createRuleJudge({ allow: [rule] })({ name: 'read', arguments: { path: text } }),
    ),
  'a text that is shown': formatForeignText,
  'arguments that are shown': formatArguments,
};

/** Measures every parser with every hostile text. */
export async function measureParserHolds(length: number): Promise<readonly Hold[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-holds-'));
  const works: Record<string, () => unknown> = {};
  try {
    for (const [what, text] of Object.entries(createHostileTexts(length))) {
      for (const [file, toFiles] of Object.entries(FILES)) {
        const name = `${file}: ${what}`;
        const agent = join(folder, name.replaceAll(/\W/g, '-'));
        const files = toFiles(text);
        for (const [path, contents] of Object.entries(files)) {
          mkdirSync(dirname(join(agent, path)), { recursive: true });
          writeFileSync(join(agent, path), contents);
        }
        const [only] = Object.keys(files);
        const place = only?.startsWith('agent.') === true ? join(agent, only) : agent;
        works[name] = () => ignoreRefusal(() => checkAgents(place, {}));
      }
      for (const [parser, parse] of Object.entries(PARSERS)) {
        works[`${parser}: ${what}`] = () => parse(text);
      }
    }
    return await measureHolds(works);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ignoreRefusal(parse: () => unknown): void {
  try {
    parse();
  } catch {
    // A refusal of a text is an answer.
  }
}
