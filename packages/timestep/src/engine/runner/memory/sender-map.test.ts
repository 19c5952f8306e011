import { describe, expect, it } from 'vitest';
import { createSenderMap } from './sender-map.ts';

describe('createSenderMap', () => {
  it('keeps clients, agents and ids apart, however their texts join', () => {
    const map = createSenderMap<number>();
    map.set({ principal: 'a', agent: 'bc' }, 'd', 1);
    map.set({ principal: 'ab', agent: 'c' }, 'd', 2);
    expect(map.get({ principal: 'a', agent: 'bc' }, 'd')).toBe(1);
    expect(map.get({ principal: 'ab', agent: 'c' }, 'd')).toBe(2);
    expect(map.get({ principal: 'abc', agent: '' }, 'd')).toBeUndefined();
  });

  it('deletes a value and no other', () => {
    const map = createSenderMap<number>();
    const of = { principal: 'p', agent: 'a' };
    map.set(of, 'one', 1);
    map.set(of, 'two', 2);
    map.delete(of, 'one');
    map.delete({ principal: 'p', agent: 'other' }, 'two');
    expect([map.get(of, 'one'), map.get(of, 'two')]).toEqual([undefined, 2]);
    map.delete(of, 'two');
    expect(map.get(of, 'two')).toBeUndefined();
  });
});
