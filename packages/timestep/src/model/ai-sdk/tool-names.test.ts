import { describe, expect, it } from 'vitest';
import { toolNames } from './tool-names.ts';

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

describe('toolNames', () => {
  it('leaves names alone that every provider takes', () => {
    const plain = ['get_weather', 'get-weather', 'a'.repeat(64), '_x'];
    const names = toolNames(new Set([...plain, ...ODD]));
    expect(plain.map(names.toProvider)).toEqual(plain);
    expect(plain.map(names.fromProvider)).toEqual(plain);
  });

  it.each(ODD)('gives "%s" a name that every provider takes, and finds it again', (name) => {
    const names = toolNames(new Set([...ODD, 'get_weather']));
    expect(names.toProvider(name)).toMatch(TAKEN);
    expect(names.fromProvider(names.toProvider(name))).toBe(name);
  });

  it('keeps names apart that look the same without their odd characters', () => {
    const alike = ['a.b', 'a b', 'a/b', 'a_b', `${LONG}1`, `${LONG}2`];
    const names = toolNames(new Set(alike));
    const given = alike.map(names.toProvider);
    expect(new Set(given).size).toBe(alike.length);
    expect(given.map(names.fromProvider)).toEqual(alike);
  });

  it('gives a name the same whatever else is on offer, and in whatever order', () => {
    expect(toolNames(new Set(['weather.get'])).toProvider('weather.get')).toMatch(
      /^weather_get_[0-9a-f]{8}$/,
    );
    const alone = toolNames(new Set(['a.b'])).toProvider('a.b');
    expect(toolNames(new Set(['x.y', 'a.b', 'a_b'])).toProvider('a.b')).toBe(alone);
    expect(toolNames(new Set(['a_b', 'a.b', 'x.y'])).toProvider('a.b')).toBe(alone);
  });

  it('yields to a tool that has the made name for its own', () => {
    const made = toolNames(new Set(['a.b'])).toProvider('a.b');
    const names = toolNames(new Set(['a.b', made]));
    expect(names.toProvider(made)).toBe(made);
    expect(names.fromProvider(made)).toBe(made);
    expect(names.toProvider('a.b')).not.toBe(made);
    expect(names.fromProvider(names.toProvider('a.b'))).toBe('a.b');
  });

  it('leaves a name alone that the provider made up', () => {
    expect(toolNames(new Set(['a.b'])).fromProvider('whatever')).toBe('whatever');
  });
});
