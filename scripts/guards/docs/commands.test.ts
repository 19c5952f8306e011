import { expect, it } from 'vitest';
import { checkCommands, loadCommands } from './commands.ts';

const commands = await loadCommands();
const problemsOf = (text: string) =>
  checkCommands([{ path: 'docs/a.md', text }], commands).problems;
const shell = (line: string) => problemsOf(`# A\n\n\`\`\`sh\n${line}\n\`\`\`\n`);

it.each([
  'timestep serve agents/guide --port 1 # why',
  'npx @timestep-ai/timestep tasks list --json | jq .',
  'npm run timestep -- chat agents/guide',
  "echo 'How is it?' | timestep chat agents/guide --continue",
  'TASK=$(timestep tasks list --json)',
  'timestep agents add https://a.example && timestep agents ask sky "How is it?"',
  'timestep serve agents --runner temporal --task-queue jobs',
])('accepts %s', (line) => {
  expect(shell(line)).toEqual([]);
});

it.each([
  ['timestep serv agents', 'unknown command'],
  ['timestep serve agents --portt 1', '--portt'],
  ['$ timestep serve agents --portt 1', '--portt'],
  ['timestep serve', 'is missing'],
  ['npx @timestep-ai/timestep doctor now', 'unexpected argument'],
  ['echo hello | timestep chat agents/guide --nope', '--nope'],
])('refuses %s', (line, reason) => {
  expect(shell(line)).toEqual([expect.stringContaining(reason)]);
});

it('lets a sentence name a command without its arguments, but no other command or option', () => {
  expect(problemsOf('`timestep tasks show`, `timestep tasks`, `--port 1`')).toEqual([]);
  expect(problemsOf('`timestep tasks shew`')).toEqual([expect.stringContaining('shew')]);
  expect(problemsOf('`timestep doctor`, `--nope`')).toEqual([
    'docs/a.md: no command has the option --nope',
  ]);
});

it('says so if there is no command to check', () => {
  expect(problemsOf('# Nothing')).toEqual(['no commands found']);
});
