import { expect, it } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import type { FolderProblem } from '../problem.ts';
import { readAgentFilesSync } from '../storage/agent-files.ts';
import { collectCommands, type CommandFile } from './command-file.ts';

function collect(texts: Readonly<Record<string, string>>): {
  commands: readonly CommandFile[];
  problems: readonly FolderProblem[];
} {
  const problems: FolderProblem[] = [];
  const files = readAgentFilesSync(createTestFolder({ 'tsagent.json': {}, ...texts }));
  const commands = collectCommands(files, (problem) => void problems.push(problem));
  return { commands, problems };
}

it('reads the commands of a folder', () => {
  const matter = '---\ndescription: Reviews a file.\nargument-hint: <file>\n---\n';
  expect(
    collect({
      'commands/review.md': `${matter}Review $1.\n`,
      'commands/plan.md': 'Plan the day.',
      'rules/short.md': 'Be short.',
    }),
  ).toEqual({
    commands: [
      { name: 'plan', text: 'Plan the day.', path: 'commands/plan.md' },
      {
        name: 'review',
        description: 'Reviews a file.',
        argumentHint: '<file>',
        text: 'Review $1.',
        path: 'commands/review.md',
      },
    ],
    problems: [],
  });
});

it.each([
  ['commands/Two words.md', 'Hello.', 'the name of a command'],
  ['commands/9.md', 'Hello.', 'the name of a command'],
  ['commands/empty.md', '---\ndescription: Nothing.\n---\n', 'no text to send'],
])('ignores %s with a warning', (path, text, message) => {
  const { commands, problems } = collect({ [path]: text });
  expect(commands).toEqual([]);
  expect(problems).toMatchObject([
    { severity: 'warning', message: expect.stringContaining(message) as string },
  ]);
});

it('says which fields of other programs have no effect', () => {
  const matter = '---\nallowed-tools: Bash\ndescripton: Typo.\n---\n';
  const { commands, problems } = collect({ 'commands/run.md': `${matter}Run it.` });
  expect(commands).toHaveLength(1);
  expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    expect.stringContaining('allowed-tools: has no effect in a command'),
    expect.stringContaining('did you mean description?'),
  ]);
});
