import { expect, it } from 'vitest';
import { findRefusedSetting, fitSettings, fitTokenLimit } from './fit-settings.ts';
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
  const limits = limitsOf('moonshot.chat', 'kimi-k2.5');
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
  const zai = limitsOf('zai.chat', 'glm-5');
  expect(fitSettings({ temperature: 1.5 }, zai)).toEqual({
    settings: { temperature: 1 },
    changed: ['temperature is lowered to 1'],
  });
});

it('finds a setting of a caller that a model refuses', () => {
  const xai = limitsOf('xai.chat', 'grok-4');
  expect(findRefusedSetting({ presencePenalty: 0 }, xai)).toEqual({ name: 'presencePenalty' });
  expect(findRefusedSetting({ temperature: 2 }, xai)).toBeUndefined();
  expect(findRefusedSetting({ temperature: 2 }, limitsOf('zai.chat', 'glm-5'))).toMatchObject({
    name: 'temperature',
  });
});

it('keeps token limits within those of the model', () => {
  const responses = limitsOf('openai.responses', 'gpt-4o');
  expect(fitTokenLimit(5, responses)).toBe(16);
  expect(fitTokenLimit(20_000, responses)).toBe(16_384);
  expect(fitTokenLimit(undefined, responses)).toBeUndefined();
});
