import { expect, it } from 'vitest';
import type { JsonObject, ToolSchema } from '#core';
import { IDENTITY_NAMES } from '../../ai-sdk/tool-name-map.ts';
import { describeOmittedTools, convertToolsForProvider } from './offer-tools.ts';
import { createSchemaConverter } from './portable-schema.ts';

function tool(name: string, description?: string): ToolSchema {
  const own = { name, parameters: { type: 'object', properties: {} } };
  return { type: 'function', function: description === undefined ? own : { ...own, description } };
}

function offer(tools: readonly ToolSchema[], own = {}, forced?: string) {
  const names = IDENTITY_NAMES;
  const limits = { strict: 'any', ...own } as const;
  const toPortable = createSchemaConverter({ schemas: 'json-schema', strict: limits.strict });
  const offered = convertToolsForProvider(tools, { names, toPortable, limits, forced });
  return { names: offered.tools.map(({ name }) => name), ...offered };
}

it('offers as many tools as the provider accepts, among them the one that must be called', () => {
  const tools = ['a', 'b', 'c', 'd'].map((name) => tool(name));
  expect(offer(tools, { tools: 2 })).toMatchObject({
    names: ['a', 'b'],
    leftOut: ['c (the model provider accepts 2 tools)', 'd (the model provider accepts 2 tools)'],
  });
  expect(offer(tools, { tools: 2 }, 'd').names).toEqual(['a', 'd']);
  expect(offer(tools, { tools: 2 }, 'a').names).toEqual(['a', 'b']);
});

it('offers the first of two tools with one name', () => {
  expect(offer([tool('a', 'first'), tool('a', 'second')])).toMatchObject({
    tools: [{ name: 'a', description: 'first' }],
    leftOut: ['a second tool named a'],
  });
});

it('cuts descriptions', () => {
  const [cut] = offer([tool('a', 'x'.repeat(3000))], { description: 1024 }).tools;
  expect(cut?.description).toMatch(/^x+\n\(1976 characters were left out here\)\nx+$/);
  expect(cut?.description?.length).toBeLessThanOrEqual(1024);
});

it('names what is left out in one line', () => {
  expect(describeOmittedTools(['a', 'b'])).toBe(
    'These tools cannot be called in this conversation: a, b.',
  );
  const many = Array.from({ length: 12 }, (_, at) => `t${at}`);
  expect(describeOmittedTools(many)).toMatch(/t9 and 2 more\.$/);
});

it('offers as many strict tools as Anthropic accepts, and the others without `strict`', () => {
  const createTools = (count: number, schema: JsonObject): ToolSchema[] =>
    Array.from({ length: count }, (_, at) => ({
      type: 'function',
      function: {
        name: `t${at}`,
        parameters: { type: 'object', additionalProperties: false, ...schema },
        strict: true,
      },
    }));
  const countStrict = (tools: readonly ToolSchema[]): number =>
    offer(tools, { strict: 'anthropic' }).tools.filter((one) => one.strict === true).length;
  const text = { type: 'string' };
  expect(countStrict(createTools(25, { properties: {} }))).toBe(20);
  expect(countStrict(createTools(9, { properties: { a: text, b: text, c: text } }))).toBe(8);
  const unions = { properties: { a: { type: ['string', 'null'] } }, required: ['a'] };
  expect(countStrict(createTools(20, unions))).toBe(16);
  expect(offer(createTools(21, { properties: {} }), { strict: 'anthropic' }).changed).toEqual([
    '"strict" of t20',
  ]);
});
