import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ToolContext } from '#engine/port';
import { functionEnvironment } from './function-environment.ts';
import { tool } from './define-tool.ts';
import type { ToolSet } from './tool.ts';

const context: ToolContext = { key: 'k', attempt: 1, signal: new AbortController().signal };

function call(tools: ToolSet, name: string, args = {}, more: Partial<ToolContext> = {}) {
  const invocation = { id: 'c', name, arguments: args };
  return functionEnvironment(tools).callTool(invocation, { ...context, ...more });
}

const city = z.object({ city: z.string(), days: z.number().default(1) });
const weather = tool({
  description: 'Tells the weather',
  input: city,
  output: z.object({ sky: z.string() }),
  // The types are those of the schema: this would not compile with another property.
  execute: ({ city: name, days }) => ({ sky: name === 'Ur' ? days : `${name} ${days.toFixed(1)}` }),
});
const paid: unknown[] = [];
const pay = tool({
  input: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  needsApproval: true,
  replay: 'probe',
  execute: ({ to }) => paid.push(to),
  probe: ({ to }, { key }) => ({ content: JSON.stringify([to, key]) }),
});
const tools: ToolSet = { weather, pay, bare: (args) => args };

describe('a tool', () => {
  it('is shown to models by the schema of its arguments', async () => {
    const [shown] = await functionEnvironment(tools).listTools(context.signal);
    expect(shown).toMatchObject({
      type: 'function',
      function: {
        name: 'weather',
        description: 'Tells the weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    });
  });

  it('is given what its schema makes of the arguments', async () => {
    expect(await call(tools, 'weather', { city: 'Oakland' })).toEqual({
      content: '{"sky":"Oakland 1.0"}',
      structured: { sky: 'Oakland 1.0' },
    });
    expect(await call(tools, 'bare', { any: [1] })).toMatchObject({ structured: { any: [1] } });
  });

  it.each([
    ['weather', { city: 7 }, /^invalid arguments for tool weather: city: /],
    ['weather', {}, /^invalid arguments for tool weather: city: /],
    ['pay', { to: 7 }, /^invalid arguments for tool pay: .*to/],
    ['pay', {}, /^invalid arguments for tool pay: .*to/],
    ['pay', { to: 'ann' }, /^pay needs a person's approval$/],
  ])('is not called: %s with %j', async (name, args, content) => {
    expect(await call(tools, name, args)).toEqual({
      content: expect.stringMatching(content),
      isError: true,
    });
    expect(paid).toEqual([]);
  });

  it('that has run tells its result, with a remark if that does not match its schema', async () => {
    expect(await call(tools, 'weather', { city: 'Ur' })).toEqual({
      content: expect.stringMatching(
        /^\{"sky":1\}\n\[tool weather has run, but its result does not match its schema: sky: /,
      ),
    });
  });

  it('is called once a person has approved the call', async () => {
    expect(await call(tools, 'pay', { to: 'ann' }, { approved: true })).toEqual({ content: '1' });
    expect(paid.splice(0)).toEqual(['ann']);
  });

  it('tells what became of a call, where it can', async () => {
    const probe = (name: string, args: object) =>
      functionEnvironment(tools).probeTool?.({ id: 'c', name, arguments: { ...args } }, context);
    expect(await probe('pay', { to: 'ann' })).toEqual({ content: '["ann","k"]' });
    expect(await probe('pay', {})).toBe('unknown');
    expect(await probe('weather', { city: 'Ur' })).toBe('unknown');
    expect(await probe('nothing', {})).toBe('unknown');
  });

  it('is refused where it is made, if its arguments are not an object', () => {
    const list = tool({ input: z.string(), execute: (text) => text });
    expect(() => functionEnvironment({ list })).toThrow(
      expect.objectContaining({
        code: 'bad-definition',
        message: expect.stringMatching(/tool list must describe an object/),
      }),
    );
  });
});
