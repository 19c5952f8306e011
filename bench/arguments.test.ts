import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseArguments } from './arguments.ts';

const KNOWN = ['episode', 'a2a', 'mcp'];

describe('parseArguments', () => {
  it('runs every suite when none is named', () => {
    const asked = { suites: KNOWN, rounds: undefined, json: false, data: undefined, help: false };
    assert.deepEqual(parseArguments([], KNOWN), { ok: true, asked });
  });

  it('runs the named ones, once and in their order', () => {
    const asked = {
      suites: ['episode', 'mcp'],
      rounds: 2,
      json: true,
      data: undefined,
      help: false,
    };
    const args = ['mcp', '--rounds', '2', 'episode', 'mcp', '--json'];
    assert.deepEqual(parseArguments(args, KNOWN), { ok: true, asked });
  });

  it('runs what needs data where it is named, or data are given', () => {
    const suitesOf = (...args: string[]) => {
      const parsed = parseArguments(args, KNOWN, ['a2a']);
      return parsed.ok ? parsed.asked.suites : parsed.problem;
    };
    assert.deepEqual(suitesOf(), ['episode', 'mcp']);
    assert.deepEqual(suitesOf('a2a'), ['a2a']);
    assert.deepEqual(suitesOf('--data', 'folder'), KNOWN);
  });

  it('runs a long suite by name only', () => {
    const suitesOf = (...args: string[]) => {
      const parsed = parseArguments(args, KNOWN, [], ['mcp']);
      return parsed.ok ? parsed.asked.suites : parsed.problem;
    };
    assert.deepEqual(suitesOf(), ['episode', 'a2a']);
    assert.deepEqual(suitesOf('--data', 'folder'), ['episode', 'a2a']);
    assert.deepEqual(suitesOf('mcp'), ['mcp']);
  });

  it('takes a seed, the subjects to run and a file of earlier stories', () => {
    const parsed = parseArguments(['mcp', '--seed', '7', '--only', 'a,b', '--keep', 'file'], KNOWN);
    assert.ok(parsed.ok);
    assert.equal(parsed.asked.seed, 7);
    assert.deepEqual(parsed.asked.only, ['a', 'b']);
    assert.equal(parsed.asked.keep, 'file');
    const wrong = parseArguments(['--seed', 'x'], KNOWN);
    assert.deepEqual(wrong, { ok: false, problem: '--seed takes a whole number, not x' });
  });

  it('names the suites there are when one is unknown', () => {
    const problem = 'there is no suite a2b; there are episode, a2a, mcp';
    assert.deepEqual(parseArguments(['a2b'], KNOWN), { ok: false, problem });
  });

  for (const rounds of ['0', '-1', '1.5', 'many', '']) {
    it(`refuses ${JSON.stringify(rounds)} rounds`, () => {
      assert.equal(parseArguments([`--rounds=${rounds}`], KNOWN).ok, false);
    });
  }

  it('refuses options it does not know', () => {
    assert.equal(parseArguments(['--fast'], KNOWN).ok, false);
  });
});
