import { describe, expect, it } from 'vitest';
import { isToolAllowed, type JsonValue } from '#core';
import { readToolChoice, readTools } from './offered-tools.ts';
import { requireBodyFields } from './responses-fields.ts';

const { schemas: TOOLS } = readTools(
  requireBodyFields({
    tools: [
      { type: 'function', name: 'a', description: 'does a', strict: true },
      { type: 'function', name: 'b', description: null, parameters: null },
    ],
  }),
);

describe('readTools', () => {
  it('gives functions the form that models are shown', () => {
    const parameters = { type: 'object', properties: {} };
    expect(TOOLS).toEqual([
      {
        type: 'function',
        function: { name: 'a', description: 'does a', parameters, strict: true },
      },
      { type: 'function', function: { name: 'b', parameters } },
    ]);
  });
});

describe('a namespace', () => {
  const look = { type: 'function', name: 'look', parameters: { type: 'object' } };
  const desk = { type: 'namespace', name: 'desk', description: 'Ask the clerk.', tools: [look] };

  it('gives its functions names that begin with its own', () => {
    const strange = { type: 'custom', name: 'strange' };
    const tools = [
      { ...desk, tools: [look, strange] },
      { ...look, name: 'other' },
    ];
    const { schemas } = readTools(requireBodyFields({ tools }));
    expect(schemas.map((tool) => tool.function.name)).toEqual(['desk__look', 'other']);
  });

  it('is repeated as it was given', () => {
    const nothing = { description: null, strict: null };
    expect(readTools(requireBodyFields({ tools: [desk] })).echo).toEqual([
      { ...desk, tools: [{ ...nothing, ...look }] },
    ]);
  });

  it.each<[string, JsonValue[], string]>([
    ['without a name', [{ type: 'namespace', tools: [] }], 'tools[0].name'],
    ['with a name that is no text', [{ ...desk, name: 1 }], 'tools[0].name'],
    ['with a function of two', [desk, { ...look, name: 'desk__look' }], 'tools[1].name'],
    [
      'with a function without a name',
      [{ ...desk, tools: [{ type: 'function' }] }],
      'tools[0].tools[0].name',
    ],
  ])('is refused %s', (_what, tools, param) => {
    expect(() => readTools(requireBodyFields({ tools }))).toThrow(
      expect.objectContaining({ status: 400, param }),
    );
  });
});

describe('readToolChoice', () => {
  const allowed = {
    type: 'allowed_tools',
    mode: 'required',
    tools: [{ type: 'function', name: 'b' }],
  };

  it.each<[string, JsonValue, JsonValue, string[]]>([
    ['nothing', null, 'auto', ['a', 'b']],
    ['a mode', 'required', 'required', ['a', 'b']],
    ['none', 'none', 'none', []],
    ['one function', { type: 'function', name: 'a' }, { type: 'function', name: 'a' }, ['a', 'b']],
    ['allowed functions', allowed, allowed, ['b']],
    ['a choice of another tool', { type: 'web_search' }, 'auto', ['a', 'b']],
  ])('reads %s', (_name, given, read, offered) => {
    const choice = readToolChoice(requireBodyFields({ tool_choice: given }));
    expect(choice).toEqual(read);
    const names = TOOLS.map((tool) => tool.function.name);
    expect(names.filter((name) => isToolAllowed(choice, name))).toEqual(offered);
  });

  it.each<[string, JsonValue, string]>([
    ['another mode', 'sometimes', 'tool_choice'],
    ['a number', 1, 'tool_choice'],
    ['a function without a name', { type: 'function' }, 'tool_choice.name'],
    ['another mode of allowing', { type: 'allowed_tools', mode: 'x' }, 'tool_choice.mode'],
    [
      'an allowed function without a name',
      { type: 'allowed_tools', tools: [{ type: 'function' }] },
      'tool_choice.tools[0].name',
    ],
  ])('refuses %s', (_name, given, param) => {
    expect(() => readToolChoice(requireBodyFields({ tool_choice: given }))).toThrow(
      expect.objectContaining({ status: 400, param }),
    );
  });
});
