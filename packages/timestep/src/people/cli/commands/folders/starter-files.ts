import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lists the files with which a new agent is tried, tested and kept in a repository. */
export function listStarterFiles(name: string): Readonly<Record<string, string>> {
  const task = {
    id: 'says-who-it-is',
    messages: [{ role: 'user', content: 'Who are you? Answer with your name.' }],
    expected: { final_contains: name },
  };
  return {
    '.env.example': `# Copy this file to .env and fill in the key of one provider.
OPENAI_API_KEY=
ANTHROPIC_API_KEY=
GEMINI_API_KEY=
`,
    '.gitignore': '.env\n.timestep/\nruns/\n',
    'rules/answers.md': `---
name: answers
description: How to answer.
include: always
---
Answer in the language of the question, and briefly. Say so if you do not know something.
`,
    'tests/tasks.jsonl': `${JSON.stringify(task)}\n`,
  };
}

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
