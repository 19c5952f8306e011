import { describe, expect, it } from 'vitest';
import type { Item } from '../wire/response-item.ts';
import { removeUnpairedCalls, numberRepeatedIds } from './load-conversation-items.ts';

function said(id: string): Item {
  return { id, type: 'message', status: 'completed', role: 'user', content: [] };
}

function call(call_id: string): Item {
  const what = { name: 'look', arguments: '{}' };
  return { id: `fc_${call_id}`, type: 'function_call', status: 'completed', call_id, ...what };
}

function output(call_id: string): Item {
  const id = `fco_${call_id}`;
  return { id, type: 'function_call_output', status: 'completed', call_id, output: 'tea' };
}

describe('numberRepeatedIds', () => {
  it('numbers items whose id is taken', () => {
    const items = numberRepeatedIds(['a', 'b', 'a', 'a_2', 'a'].map(said));
    expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'a_2', 'a_2_2', 'a_3']);
  });

  it('changes nothing else', () => {
    const items = ['a', 'b'].map(said);
    expect(numberRepeatedIds(items)).toEqual(items);
  });
});

describe('removeUnpairedCalls', () => {
  it('keeps a call and its output', () => {
    const items = [said('a'), call('1'), output('1')];
    expect(removeUnpairedCalls(items, [])).toEqual(items);
  });

  it('keeps a call whose output follows', () => {
    expect(removeUnpairedCalls([call('1')], [output('1')])).toEqual([call('1')]);
  });

  it.each([
    ['a call without its output', call('1')],
    ['an output without its call', output('1')],
  ])('leaves out %s', (_what, half) => {
    expect(removeUnpairedCalls([said('a'), half, said('b')], [])).toEqual([said('a'), said('b')]);
  });
});
