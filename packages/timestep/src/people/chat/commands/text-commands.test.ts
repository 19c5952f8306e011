import { expect, it } from 'vitest';
import { EMPTY_VIEW } from '#people/view';
import type { CommandPort } from '../session-commands/command-port.ts';
import { listCompletions, runSlashLine } from './commands.ts';
import { fillTextCommand } from './text-commands.ts';

const PORT: CommandPort = {
  getLicense: () => '',
  getView: () => EMPTY_VIEW,
  listTextCommands: async () => [
    { name: 'review', description: 'Reviews a file.', argumentHint: '<file>', text: 'Review $1.' },
    { name: 'say', text: '$ARGUMENTS' },
    { name: 'help', text: 'Never sent.' },
  ],
};

it.each([
  ['Fix $1 in $2.', 'a "b c"', ['a', 'b c'], 'Fix a in b c.'],
  ['Do: $ARGUMENTS', 'a "b c"', ['a', 'b c'], 'Do: a "b c"'],
  ['Fix $1, $2.', 'one', ['one'], 'Fix one, .'],
  ['It costs $100 and $15.', '', [], 'It costs $100 and $15.'],
  ['Summarize.', 'the news', ['the', 'news'], 'Summarize.\n\nthe news'],
  ['Summarize.', '', [], 'Summarize.'],
  ['First $1, then $2.', '$2 $ARGUMENTS', ['$2', '$ARGUMENTS'], 'First $2, then $ARGUMENTS.'],
  ['$ARGUMENTSX', 'a', ['a'], '$ARGUMENTSX\n\na'],
])('fills "%s" with "%s"', (text, written, args, filled) => {
  expect(fillTextCommand({ text }, written, args)).toBe(filled);
});

it('sends the text of a command of the folder', async () => {
  expect(await runSlashLine('/review "a b.ts" more', PORT)).toEqual({
    do: 'send',
    text: 'Review a b.ts.',
  });
  expect(await runSlashLine("/say it's open", PORT)).toEqual({ do: 'send', text: "it's open" });
  expect(await runSlashLine('/say', PORT)).toMatchObject({ do: 'refuse' });
});

it('lists the commands of the folder in the help and completes them', async () => {
  expect(await runSlashLine('/help review', PORT)).toEqual({
    do: 'say',
    text: '`/review <file>`: Reviews a file.',
  });
  const help = await runSlashLine('/help', PORT);
  expect(help && 'text' in help && help.text).toContain('`/say`: sends the prompt of this name');
  expect(await listCompletions('/rev', PORT)).toEqual([
    { word: '/review', about: 'Reviews a file.' },
  ]);
  expect(await runSlashLine('/reviw', PORT)).toMatchObject({
    text: expect.stringContaining('/review') as string,
  });
});

it('keeps the names of its own commands, and those of agents without a folder', async () => {
  expect(await runSlashLine('/help license', PORT)).toMatchObject({ do: 'say' });
  const completions = await listCompletions('/help', PORT);
  expect(completions).toHaveLength(1);
  const { listTextCommands: _, ...without } = PORT;
  expect(await runSlashLine('/review', without)).toMatchObject({ do: 'refuse' });
});
