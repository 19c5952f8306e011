import { expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentOutput } from './agent-output.ts';
import { ToolError } from './tool-error.ts';

it('has the JSON Schema of what the schema returns', () => {
  const output = createAgentOutput('a', z.object({ rain: z.boolean().default(true) }));
  expect(output).toMatchObject({ name: 'output', schema: { required: ['rain'] } });
});

it('checks values', async () => {
  const output = createAgentOutput('a', { type: 'object', required: ['city'] });
  expect(await output.check({ city: 'Oslo' })).toMatchObject({ ok: true });
  expect(await output.check({})).toMatchObject({ ok: false });
});

it('refuses a schema without a JSON form, and names the agent', () => {
  const create = () => createAgentOutput('weather', z.object({ at: z.date() }));
  expect(create).toThrow(ToolError);
  expect(create).toThrow(/^the output schema of agent weather is unusable: .*Date/);
});
