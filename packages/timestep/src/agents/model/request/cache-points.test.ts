import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { listCachePoints, markCachePoints } from './cache-points.ts';
import type { CachePointRules } from './cache-rules.ts';

const RULES: CachePointRules = {
  mark: { made: { up: 'mark' } },
  most: 4,
  lookBack: 20,
  marksEnd: true,
};

const system = (content: string): LanguageModelV4Message => ({ role: 'system', content });
const user = (...texts: readonly string[]): LanguageModelV4Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});
const answer: LanguageModelV4Message = {
  role: 'assistant',
  content: [{ type: 'text', text: 'well' }],
};
function step(count: number): LanguageModelV4Message[] {
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  return [
    {
      role: 'assistant',
      content: names.map((toolCallId) => ({
        type: 'tool-call',
        toolCallId,
        toolName: 't',
        input: {},
      })),
    },
    {
      role: 'tool',
      content: names.map((toolCallId) => ({
        type: 'tool-result',
        toolCallId,
        toolName: 't',
        output: { type: 'text', value: 'ok' },
      })),
    },
  ];
}

describe('points of a prompt', () => {
  it.each<readonly [string, LanguageModelV4Prompt, number, number, readonly number[]]>([
    ['of nothing', [], -1, -1, []],
    ['without instructions', [user('a')], 0, -1, [0]],
    ['of the first request', [system('s'), user('a'), user('context')], 1, -1, [0, 1, 2]],
    [
      'with instructions of the caller',
      [system('s'), system('t'), user('a'), user('context')],
      2,
      -1,
      [0, 1, 2, 3],
    ],
    ['after a step', [system('s'), user('a'), user('context'), ...step(2)], 1, -1, [0, 1, 4]],
    [
      'after a step with many calls: also the end of the request before',
      [system('s'), system('t'), user('a'), user('context'), ...step(10)],
      2,
      -1,
      [1, 2, 3, 5],
    ],
    ['in the next turn', [system('s'), user('a'), answer, user('b')], 3, 1, [0, 3]],
    [
      'after a turn with many blocks: also the message of that turn',
      [system('s'), user('a'), ...step(10), answer, user('b'), user('context')],
      5,
      1,
      [0, 1, 5, 6],
    ],
  ])('%s', (_, prompt, newest, earlier, points) => {
    const found = listCachePoints(prompt, { newest, earlier }, RULES);
    expect(found.toSorted((a, b) => a - b)).toEqual(points);
    expect(found.length).toBeLessThanOrEqual(RULES.most);
  });

  it('leave out the end where the provider stores it by itself', () => {
    const prompt = [system('s'), user('a'), answer, user('b'), user('context')];
    const rules = { ...RULES, most: 3, lookBack: Infinity, marksEnd: false };
    expect(listCachePoints(prompt, { newest: 3, earlier: 1 }, rules)).toEqual([3, 0, 1]);
  });
});

describe('marks', () => {
  it('stand on the last block, beside its own options', () => {
    const prompt = [user('a', 'b')];
    const [message] = prompt;
    const last = message?.role === 'user' ? message.content[1] : undefined;
    if (last) last.providerOptions = { made: { detail: 'low' }, other: {} };
    markCachePoints(prompt, { newest: 0, earlier: -1 }, RULES);
    expect(prompt).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          {
            type: 'text',
            text: 'b',
            providerOptions: { made: { detail: 'low', up: 'mark' }, other: {} },
          },
        ],
      },
    ]);
  });

  it('are left out where providers refuse them: at blank texts and at replies', () => {
    const prompt: LanguageModelV4Prompt = [
      system(' '),
      user(''),
      { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] },
    ];
    markCachePoints(prompt, { newest: 1, earlier: -1 }, RULES);
    expect(JSON.stringify(prompt)).not.toContain('mark');
  });
});
