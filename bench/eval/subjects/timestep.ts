import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCases, type Subject } from '../subject.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/timestep/dist/people/cli/main.js');

/** The published command: tasks from a file, a line for each trial, the report at the end. */
export const timestep: Subject = {
  name: 'timestep',
  kind: 'ours',
  sizes: [500, 5000, 50_000],
  prepare(folder, count) {
    const tasks = createCases(count).map(({ question, answer }, index) =>
      JSON.stringify({
        id: `task_${index}`,
        messages: [{ role: 'user', content: question }],
        expected: { final_regex: `^${answer}$` },
      }),
    );
    const file = join(folder, 'tasks.jsonl');
    writeFileSync(file, tasks.join('\n'));
    const asked = { tasks: file, outdir: join(folder, 'run'), trials: '1', graders: 'FinalRegex' };
    const options = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]);
    return { args: [COMMAND, 'run', '--agent', 'builtin:echo', ...options] };
  },
  passed(folder) {
    const rows = readFileSync(join(folder, 'run', 'results.jsonl'), 'utf8')
      .trim()
      .split('\n');
    return rows.filter((row) => (JSON.parse(row) as { verdict: string }).verdict === 'passed')
      .length;
  },
};
