import { appendFileSync } from 'node:fs';
import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

/**
 * An MCP server that writes notes to the file in the variable NOTES; `wait` writes a note and then
 * never returns. `book` asks a question.
 */
const file = process.env['NOTES'] ?? '';
const text = z.string();
const notes = new Environment({ environmentId: 'notes', enableHandoff: false });
const write = (note: string): string => {
  appendFileSync(file, `${note}\n`);
  return `noted ${note}`;
};
notes.tool('add', { input: z.object({ text }) }, (given) => write(given.text));
notes.tool('wait', { input: z.object({ text }) }, async (given) => {
  write(given.text);
  await new Promise(() => undefined);
});
notes.tool(
  'book',
  tool({ execute: (_args, context) => context.answers[0]?.text ?? context.ask('Which day?') }),
);
await notes.run('stdio');
