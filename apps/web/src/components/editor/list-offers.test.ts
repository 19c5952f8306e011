import { jsonLanguage } from '@codemirror/lang-json';
import { describe, expect, it } from 'vitest';
import type { FieldTree } from '@timestep-ai/timestep/view';
import { findFileProblems } from './file-problems.ts';
import { findJsonPosition } from './json-position.ts';
import { listFrontMatterOffers, listJsonOffers } from './list-offers.ts';

const FLAG: FieldTree = { values: [true, false] };
const FIELDS: FieldTree = {
  fields: {
    metadata: { fields: { name: {}, autonomous: FLAG } },
    settings: {
      fields: { model: { names: 'model' }, toolPermission: { values: ['tool', 'never'] } },
    },
    mcpServers: { each: { fields: { url: {}, disabled: FLAG } } },
    permissions: { fields: { deny: { each: { names: 'rule' } } } },
  },
};
const VOCABULARY = { tools: ['get_weather', 'fs_write'], models: ['openai/gpt-5-mini'] };

/** Labels of what is offered at the mark `|` of a JSON text. */
function offersAt(marked: string): readonly string[] | undefined {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const position = findJsonPosition(jsonLanguage.parser.parse(text), text, at);
  return position && listJsonOffers(position, FIELDS, VOCABULARY).map(({ label }) => label);
}

describe('the offers in a JSON file', () => {
  it('are fields that the object does not have yet', () => {
    expect(offersAt('{|}')).toEqual(['metadata', 'settings', 'mcpServers', 'permissions']);
    expect(offersAt('{"metadata": {}, "|"}')).toEqual(['settings', 'mcpServers', 'permissions']);
    expect(offersAt('{"metadata": {"na|": "a"}}')).toEqual(['name', 'autonomous']);
    expect(offersAt('{\n  "metadata": {},\n  |\n}')).toEqual([
      'settings',
      'mcpServers',
      'permissions',
    ]);
  });

  it('are the values of a field, inside of quotes only texts', () => {
    expect(offersAt('{"metadata": {"autonomous": |}}')).toEqual(['true', 'false']);
    expect(offersAt('{"settings": {"toolPermission": "|"}}')).toEqual(['tool', 'never']);
    expect(offersAt('{"settings": {"model": "op|"}}')).toEqual(['openai/gpt-5-mini']);
    expect(offersAt('{"metadata": {"autonomous": "|"}}')).toEqual([]);
  });

  it('are tools in a list of rules, and fields of each server', () => {
    expect(offersAt('{"permissions": {"deny": ["|"]}}')).toEqual(['get_weather', 'fs_write']);
    expect(offersAt('{"permissions": {"deny": ["a", |]}}')).toEqual(['get_weather', 'fs_write']);
    expect(offersAt('{"mcpServers": {"weather": {"url": "", "d|"}}}')).toEqual(['disabled']);
  });

  it('are nothing where nothing is known or fits', () => {
    expect(offersAt('{"metadata": {"name": "|"}}')).toEqual([]);
    expect(offersAt('{"mcpServers": {"|": {}}}')).toEqual([]);
    expect(offersAt('{"metadata"| : {}}')).toBeUndefined();
    expect(offersAt('{"__proto__": {"|"}}')).toEqual([]);
  });

  it('write the quotes, and the colon where none follows', () => {
    const text = '{""}';
    const position = findJsonPosition(jsonLanguage.parser.parse(text), text, 2);
    expect(position && listJsonOffers(position, FIELDS, VOCABULARY)[0]?.insert).toBe(
      '"metadata": ',
    );
    const named = '{"": 1}';
    const before = findJsonPosition(jsonLanguage.parser.parse(named), named, 2);
    expect(before && listJsonOffers(before, FIELDS, VOCABULARY)[0]?.insert).toBe('"metadata"');
  });
});

it('offers fields and values in the front matter of a Markdown file only', () => {
  const note: FieldTree = { fields: { name: {}, include: { values: ['always', 'manual'] } } };
  const at = (marked: string) =>
    listFrontMatterOffers(marked.replace('|', ''), marked.indexOf('|'), note);
  expect(at('---\nname: a\nin|\n---\ntext')?.offers).toEqual([
    { label: 'include', insert: 'include: ' },
  ]);
  expect(at('---\ninclude: al|\n---\n')).toMatchObject({ from: 13 });
  expect(at('---\ninclude: |\n---\n')?.offers.map(({ label }) => label)).toEqual([
    'always',
    'manual',
  ]);
  expect(at('---\nname: a\n---\nin|')).toBeUndefined();
  expect(at('in|')).toBeUndefined();
});

it('finds the lines of the problems of one file', () => {
  const message = 'not saved: tsagent.json:12 settings.topP must be a number\nmcp.json:3 is wrong';
  expect(findFileProblems(message, 'tsagent.json')).toEqual([
    { line: 12, message: 'settings.topP must be a number' },
  ]);
  expect(findFileProblems('it changed', 'tsagent.json')).toEqual([]);
});
