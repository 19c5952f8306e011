import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const look = tool({
  description: 'Says how the weather is.',
  input: z.object({ place: z.string() }),
  execute: ({ place }) => `sunny in ${place}`,
});
const measure = tool({
  description: 'Measures the temperature.',
  input: z.object({ place: z.string() }),
  output: z.object({ degrees: z.number() }),
  execute: () => ({ degrees: 21 }),
});
const pay = tool({
  description: 'Pays an amount.',
  input: z.object({ amount: z.number() }),
  needsApproval: true,
  execute: ({ amount }) => `paid ${amount}`,
});
const book = tool({
  description: 'Books a table.',
  replay: 'safe',
  execute: (_args, { answers: [answer], ask }) =>
    answer
      ? `booked for ${answer.text}`
      : ask({ text: 'Which day?', options: ['Monday', 'Friday'] }),
});

/**
 * Tools, a prompt and resources for third-party clients: a tool that asks, a tool that requires
 * approval, a tool with progress.
 */
export function desk(): Environment {
  return new Environment({
    environmentId: 'desk',
    enableHandoff: false,
    version: '2.1.0',
    instructions: 'Ask the clerk.',
  })
    .tool('look', look)
    .tool('measure', measure)
    .tool('pay', pay)
    .tool('book', book)
    .tool('count', { description: 'Counts.' }, async (_args, { progress }) => {
      await progress(1, 2, 'one');
      await progress(2, 2, 'two');
      return 'counted';
    })
    .prompt(
      'greet',
      { description: 'Greets.', input: z.object({ name: z.string() }) },
      ({ name }: { readonly name: string }) => `Greet ${name}.`,
    )
    .resource('hours', { uri: 'desk://hours', mimeType: 'text/plain' }, () => 'Nine to five.')
    .resource(
      'note',
      { uri: 'desk://notes/{id}', mimeType: 'text/plain' },
      (_uri, { id }) => `Note ${String(id)}.`,
    );
}
