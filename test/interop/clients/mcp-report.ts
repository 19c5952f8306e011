import { expect } from 'vitest';

const said = (text: string) => ({ text, error: false });

/** The report of every MCP client about the desk, except its protocol revision. */
export const SEEN = {
  server: 'Environment-desk 2.1.0',
  instructions: 'Ask the clerk.',
  tools: ['look', 'measure', 'pay', 'book', 'count'],
  look: said('sunny in Oakland'),
  measured: { degrees: 21 },
  wrong: { text: expect.stringContaining('look: place: '), error: true },
  booked: said('booked for Friday'),
  paid: said('paid 5'),
  unpaid: { text: 'a person refused to let pay run', error: true },
  asked: 3,
  steps: ['one', 'two'],
  prompts: ['system_prompt', 'greet'],
  greeting: 'Greet Ada.',
  resources: ['desk://hours'],
  templates: ['desk://notes/{id}'],
  hours: 'Nine to five.',
  note: 'Note 7.',
  missing: -32602,
};
