import { describe, expect, it } from 'vitest';
import type { ContextItem } from '../message/context-selection.ts';
import { findContextLimit, shortenSelection } from './shorten-selection.ts';

function item(name: string, fields: Partial<ContextItem>): ContextItem {
  return { kind: 'rule', name, reason: 'always', text: name.repeat(100), ...fields };
}

const TOOL: ContextItem = { kind: 'tool', name: 't', reason: 'agent' };

const items = [
  item('r', { reason: 'agent', kind: 'reference' }),
  item('a', { reason: 'agent' }),
  item('m', { kind: 'reference' }),
  TOOL,
  item('w', {}),
];

describe('shortenSelection', () => {
  const read = (keep: number): readonly string[] =>
    shortenSelection({ items }, keep).items.map(({ name }) => name);

  it('leaves out what the ranker selected, then references, then the rest', () => {
    expect(read(400)).toEqual(['r', 'a', 'm', 't', 'w']);
    expect(read(300)).toEqual(['a', 'm', 't', 'w', 'what is missing']);
    expect(read(250)).toEqual(['m', 't', 'w', 'what is missing']);
    expect(read(100)).toEqual(['t', 'w', 'what is missing']);
    expect(read(0)).toEqual(['t', 'what is missing']);
  });

  it('cuts a long text of an author', () => {
    const long = { items: [item('l', { text: 'l'.repeat(9000) })] };
    const [cut] = shortenSelection(long, 2000).items;
    expect(cut?.text).toMatch(/characters were left out here/);
    expect(cut?.text?.length).toBeLessThan(2300);
  });

  it('names what is missing', () => {
    expect(shortenSelection({ items }, 200).items.at(-1)?.text).toContain(': r, a)');
  });
});

it('counts the lowest limit of omissions', () => {
  expect(findContextLimit([{ kind: 'tool', name: 'f' }])).toBeUndefined();
  const limits = [900, 100].map((keep) => ({ kind: 'context', keep }) as const);
  expect(findContextLimit(limits)).toBe(100);
});
