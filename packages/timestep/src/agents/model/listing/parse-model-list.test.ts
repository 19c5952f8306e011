import { describe, expect, it } from 'vitest';
import { parseModelList } from './parse-model-list.ts';

describe('parseModelList', () => {
  it('reads the list of OpenAI, the newest model first', () => {
    const data = [
      { id: 'old', object: 'model', created: 100, owned_by: 'openai' },
      { id: 'new', object: 'model', created: 300, owned_by: 'openai' },
      { id: 'unknown', object: 'model' },
    ];
    const read = parseModelList({ object: 'list', data }, 'openai');
    expect(read).toEqual([{ id: 'new' }, { id: 'old' }, { id: 'unknown' }]);
  });

  it('reads the list of Anthropic', () => {
    const data = [
      { id: 'claude-a', type: 'model', created_at: '2025-01-01T00:00:00Z' },
      { id: 'claude-b', type: 'model', created_at: '2026-01-01T00:00:00Z', max_input_tokens: 200 },
    ];
    expect(parseModelList({ data, has_more: false }, 'anthropic')).toEqual([
      { id: 'claude-b', contextWindow: 200 },
      { id: 'claude-a' },
    ]);
  });

  it('reads the list of Google, without models that do not reply', () => {
    const models = [
      {
        name: 'models/gemini-x',
        inputTokenLimit: 1_048_576,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      },
      { name: 'models/gemini-embedding', supportedGenerationMethods: ['embedContent'] },
    ];
    const read = parseModelList({ models }, 'google');
    expect(read).toEqual([{ id: 'gemini-x', contextWindow: 1_048_576 }]);
  });

  it('reads the list of OpenRouter, with its prices', () => {
    const data = [
      {
        id: 'a/b',
        context_length: 131_072,
        pricing: { prompt: '0.00000015', completion: '0.0000006' },
      },
      { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '' } },
    ];
    expect(parseModelList({ data }, 'openrouter')).toEqual([
      { id: 'a/b', inputPrice: 0.15, outputPrice: 0.6, contextWindow: 131_072 },
      { id: 'openrouter/auto' },
    ]);
    expect(parseModelList({ data }, 'openai-compatible')?.[0]).not.toHaveProperty('inputPrice');
  });

  it('reads the lists of local servers', () => {
    const models = [{ name: 'llama3:8b', model: 'llama3:8b', modified_at: '2026-01-01', size: 1 }];
    expect(parseModelList({ models }, 'openai-compatible')).toEqual([{ id: 'llama3:8b' }]);
    const bare = [{ id: 'qwen', max_model_len: 4096 }];
    expect(parseModelList(bare, 'openai-compatible')).toEqual([
      { id: 'qwen', contextWindow: 4096 },
    ]);
  });

  it.each([[null], ['text'], [{}], [{ data: 'none' }], [{ error: { message: 'no' } }]])(
    'takes %j for no list',
    (body) => {
      expect(parseModelList(body, 'openai')).toBeUndefined();
    },
  );

  it('leaves out entries without a name', () => {
    const data = [{ id: 7 }, 'x', null, { id: '' }, { id: 'm', context_length: 'long' }];
    expect(parseModelList({ data }, 'openai')).toEqual([{ id: 'm' }]);
  });
});
