import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '#core';

/**
 * Entry for `mcpServers` that starts the tool file of a new agent. Its only tool has no side
 * effects.
 */
export const STARTER_SERVERS: JsonObject = {
  tools: {
    command: 'node',
    args: ['${folder}/tools.ts'],
    toolPermissionRequired: { serverDefault: true, tools: { get_time: false } },
  },
};

/** Lists the files with which a new agent can be tried, tested and kept in a repository. */
export function listStarterFiles(name: string): Readonly<Record<string, string>> {
  const tasks = [
    {
      id: 'says-who-it-is',
      messages: [{ role: 'user', content: 'Who are you? Answer with your name.' }],
      expected: { final_contains: name },
    },
    {
      id: 'looks-at-the-clock',
      messages: [{ role: 'user', content: 'What time is it in Oslo now?' }],
      expected: { must_call_tool: 'tools_get_time' },
    },
  ];
  return {
    '.env.example': `# Copy this file to .env and fill in the key of one provider.
OPENAI_API_KEY=
ANTHROPIC_API_KEY=
GEMINI_API_KEY=
`,
    '.gitignore': '.env\n.timestep/\nnode_modules/\nruns/\n',
    'rules/answers.md': `---
name: answers
description: How to answer.
include: always
---
Answer in the language of the question, and briefly. Say so if you do not know something.
`,
    'tools.ts': TOOLS,
    'tests/tasks.jsonl': tasks.map((task) => `${JSON.stringify(task)}\n`).join(''),
  };
}

const TOOLS = `import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

// The tools of this agent. tsagent.json starts this file; a tool is called tools_<name>.
const environment = new Environment({ environmentId: 'tools', enableHandoff: false });

environment.tool(
  'get_time',
  tool({
    description: 'The time in a time zone now, such as Europe/Oslo.',
    input: z.object({ time_zone: z.string() }),
    replay: 'safe',
    execute: ({ time_zone }) => new Date().toLocaleTimeString('en-GB', { timeZone: time_zone }),
  }),
);

await environment.run('stdio');
`;

/** Writes files that do not exist yet below a folder. Returns the paths of the written files. */
export function writeMissingFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(file, text, { flag: 'wx' });
      return [path];
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return [];
      throw thrown;
    }
  });
}
