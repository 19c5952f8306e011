import { expect, it } from 'vitest';
import { findRefusedSetting, fitSettings, clampTokenLimit } from './fit-settings.ts';
import { getProviderLimits } from './provider-limits.ts';

const limitsOf = (provider: string, modelId: string) =>
  getProviderLimits({ provider, modelId }).settings;

it('leaves out what a model refuses, and says so', () => {
  const limits = limitsOf('openai.chat', 'gpt-5-mini');
  const given = { stopSequences: ['a'], temperature: 0.5, maxOutputTokens: 1_000_000 };
  expect(fitSettings(given, limits)).toEqual({
    settings: { temperature: 0.5, maxOutputTokens: 128_000 },
    changed: ['stopSequences is left out', 'maxTokens is lowered to 128000'],
  });
  expect(given.stopSequences).toEqual(['a']);
});

it('does not report the default temperature', () => {
  const limits = { refused: ['temperature'] } as const;
  expect(fitSettings({ temperature: 0 }, limits)).toEqual({ settings: {}, changed: [] });
  expect(fitSettings({ temperature: 0.3 }, limits).changed).toEqual(['temperature is left out']);
});

it('lowers what is too high', () => {
  const gemini = limitsOf('google.generative-ai', 'gemini-2.5-pro');
  const stopSequences = ['1', '2', '3', '4', '5', '6'];
  expect(fitSettings({ stopSequences }, gemini)).toEqual({
    settings: { stopSequences: ['1', '2', '3', '4', '5'] },
    changed: ['only 5 stop sequences are sent'],
  });
  const nova = limitsOf('amazon-bedrock', 'amazon.nova-pro-v1:0');
  expect(fitSettings({ temperature: 1.5 }, nova)).toEqual({
    settings: { temperature: 1 },
    changed: ['temperature is lowered to 1'],
  });
});

it('finds a setting of a caller that a model refuses', () => {
  const limits = { refused: ['presencePenalty'] } as const;
  expect(findRefusedSetting({ presencePenalty: 0 }, limits)).toEqual({ name: 'presencePenalty' });
  expect(findRefusedSetting({ temperature: 2 }, limits)).toBeUndefined();
  expect(findRefusedSetting({ temperature: 2 }, { temperature: 1 })).toEqual({
    name: 'temperature',
    reason: 'the highest temperature is 1',
  });
});

it('keeps token limits within those of the model', () => {
  const responses = limitsOf('openai.responses', 'gpt-4o');
  expect(clampTokenLimit(5, responses)).toBe(16);
  expect(clampTokenLimit(20_000, responses)).toBe(16_384);
  expect(clampTokenLimit(undefined, responses)).toBeUndefined();
});
