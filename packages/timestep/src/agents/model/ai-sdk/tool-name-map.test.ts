import { describe, expect, it } from 'vitest';
import { createToolNameMap } from './tool-name-map.ts';

const LONG = 'a'.repeat(65);
const ODD = [
  'weather.get',
  'get the weather',
  'files/read',
  'wetter_für_köln',
  '2nd',
  '',
  LONG,
  '😀',
];
const TAKEN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

describe('createToolNameMap', () => {
  it('leaves names alone that every provider takes', () => {
    const plain = ['get_weather', 'get-weather', 'a'.repeat(64), '_x'];
    const names = createToolNameMap(new Set([...plain, ...ODD]));
    expect(plain.map(names.toProviderName)).toEqual(plain);
    expect(plain.map(names.toToolName)).toEqual(plain);
  });

  it.each(ODD)('gives "%s" a name that every provider takes, and finds it again', (name) => {
    const names = createToolNameMap(new Set([...ODD, 'get_weather']));
    expect(names.toProviderName(name)).toMatch(TAKEN);
    expect(names.toToolName(names.toProviderName(name))).toBe(name);
  });

  it('keeps names apart that look the same without their odd characters', () => {
    const alike = ['a.b', 'a b', 'a/b', 'a_b', `${LONG}1`, `${LONG}2`];
    const names = createToolNameMap(new Set(alike));
    const given = alike.map(names.toProviderName);
    expect(new Set(given).size).toBe(alike.length);
    expect(given.map(names.toToolName)).toEqual(alike);
  });

  it('gives a name the same whatever else is on offer, and in whatever order', () => {
    expect(createToolNameMap(new Set(['weather.get'])).toProviderName('weather.get')).toMatch(
      /^weather_get_[0-9a-f]{8}$/,
    );
    const alone = createToolNameMap(new Set(['a.b'])).toProviderName('a.b');
    expect(createToolNameMap(new Set(['x.y', 'a.b', 'a_b'])).toProviderName('a.b')).toBe(alone);
    expect(createToolNameMap(new Set(['a_b', 'a.b', 'x.y'])).toProviderName('a.b')).toBe(alone);
  });

  it('yields to a tool that has the made name for its own', () => {
    const made = createToolNameMap(new Set(['a.b'])).toProviderName('a.b');
    const names = createToolNameMap(new Set(['a.b', made]));
    expect(names.toProviderName(made)).toBe(made);
    expect(names.toToolName(made)).toBe(made);
    expect(names.toProviderName('a.b')).not.toBe(made);
    expect(names.toToolName(names.toProviderName('a.b'))).toBe('a.b');
  });

  it('leaves a name alone that the provider made up', () => {
    expect(createToolNameMap(new Set(['a.b'])).toToolName('whatever')).toBe('whatever');
  });
});

it.each(['constructor', 'toString', '__proto__'])('renames %s, which every object has', (name) => {
  const { toProviderName, toToolName } = createToolNameMap(new Set([name]));
  expect(toProviderName(name)).not.toBe(name);
  expect(toToolName(toProviderName(name))).toBe(name);
});
