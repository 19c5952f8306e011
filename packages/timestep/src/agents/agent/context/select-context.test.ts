import { expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import type { Include, Note } from '#agents/folder';
import {
  shouldDeferAgentTools,
  createContextIndex,
  type ContextIndex,
  type ListedTool,
} from './context-index.ts';
import { RANKER, selectContext, listRequestedSkills } from './select-context.ts';

const WINDOW = 100_000;

function note(name: string, include: Include, text: string): Note {
  return { name, include, text, priority: 500 };
}

function listed(
  name: string,
  description: string,
  include: Include,
  isWritten = false,
): ListedTool {
  const parameters = { type: 'object', properties: {} };
  const schema: ToolSchema = { type: 'function', function: { name, description, parameters } };
  return { schema, include, isWritten };
}

const folder = {
  rules: [
    note('tone', 'always', 'Be kind.'),
    note('refunds', 'agent', 'Refunds of flights need a booking number.'),
    note('secrecy', 'manual', 'Name no prices.'),
  ],
  references: [note('fares', 'agent', 'Flight fares by class.')],
  skills: [
    { name: 'itinerary', description: 'Plans a journey.', path: 'skills/itinerary/SKILL.md' },
  ],
};
const tools = [
  listed('air_refund', 'Refunds a flight booking', 'agent'),
  listed('air_status', 'Tells the status of a flight', 'always'),
  listed('shop_buy', 'Buys a souvenir', 'manual'),
];
function shelved(some: readonly ListedTool[], window = WINDOW): ContextIndex {
  const schemas = some.map(({ schema }) => schema);
  return createContextIndex(folder, some, shouldDeferAgentTools(schemas, window));
}

const shelf = shelved(tools);
const nothing = { include: [], exclude: [] };

it('chooses what the message is about, with texts, reasons and scores', () => {
  const {
    items,
    tools: shown,
    ranker,
  } = selectContext(shelf, 'refund my flight', undefined, new Map());
  const about = (name: string) => items.find((item) => item.name === name);
  expect(about('tone')).toEqual({ kind: 'rule', name: 'tone', reason: 'always' });
  expect(about('refunds')).toMatchObject({ reason: 'agent', text: folder.rules[1]?.text });
  expect(about('refunds')?.score).toBeGreaterThan(0);
  expect(about('secrecy')).toBeUndefined();
  expect(shown).toEqual(['air_status', 'air_refund']);
  expect(ranker).toBe(RANKER);
});

it('names no tools where the model sees all of them', () => {
  const all = shelved(tools.slice(1, 2));
  expect(selectContext(all, 'hello', nothing, new Map())).not.toHaveProperty('tools');
});

it('a session and a mention bring in what is chosen by hand, and the session keeps things out', () => {
  const turn = {
    include: [{ kind: 'tool', name: 'shop_buy' } as const],
    exclude: [{ kind: 'rule', name: 'tone' } as const],
  };
  const { items, tools: shown } = selectContext(shelf, 'hello @rule:secrecy', turn, new Map());
  expect(items).toContainEqual({
    kind: 'rule',
    name: 'secrecy',
    reason: 'mention',
    text: 'Name no prices.',
  });
  expect(items.map(({ name }) => name)).not.toContain('tone');
  expect(shown).toEqual(['air_status', 'shop_buy']);
});

it('a skill is told by its description, and as a whole where it is asked for', () => {
  const text = 'plan my journey with @skill:itinerary';
  expect(listRequestedSkills(shelf, text, nothing)).toEqual(['itinerary']);
  const { items } = selectContext(shelf, text, nothing, new Map([['itinerary', 'First, ask.']]));
  expect(items.find(({ kind }) => kind === 'skill')?.text).toBe('First, ask.');
  const relevant = selectContext(shelf, 'plan a journey', nothing, new Map());
  expect(relevant.items.find(({ kind }) => kind === 'skill')?.text).toBe(
    'Plans a journey.\nCall load_skill to read it.',
  );
  expect(listRequestedSkills(shelf, 'plan a journey', nothing)).toEqual([]);
});

it('defers tools above a tenth of the window, but for those whose author wants them always', () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    listed(`tool_${at}`, `Does thing ${at}`, 'always', at === 7),
  );
  const { defersTools, always } = shelved(many, 100);
  expect(defersTools).toBe(true);
  expect(always).toEqual(['tool_7']);
  expect(shelved(many).defersTools).toBe(false);
});
