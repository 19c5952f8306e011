import type { SharedV4Warning } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { ReplySettings, ToolChoice, ToolSchema } from '#core';
import { createAgentContext } from '../agent-context.fixture.ts';
import { settingsToCallOptions } from './caller-settings.ts';
import { createLanguageModelAgent } from './language-model-agent.ts';
import type { ModelSettings } from './model-settings.ts';
import { throwIfSettingIgnored } from './unsupported-settings.ts';
import { createFakeModel, stop, usage } from './model.fixture.ts';

const openai = { provider: 'openai.responses', modelId: 'gpt' };
const claude = { provider: 'anthropic.messages', modelId: 'claude' };
const gemini = { provider: 'google.generative-ai', modelId: 'gemini' };
const router = { provider: 'openrouter.chat', modelId: 'any' };
const local = { provider: 'ollama.chat', modelId: 'llama' };
const nova = { provider: 'amazon-bedrock', modelId: 'amazon.nova' };
const claudeThere = { provider: 'amazon-bedrock', modelId: 'eu.anthropic.claude' };
const schema = { type: 'object' } as const;
const json = { type: 'json_schema', name: 'n', schema, description: 'd' } as const;

function tool(name: string): ToolSchema {
  return { type: 'function', function: { name, parameters: {} } };
}

/** What a model is asked, given the agent's own settings, the caller's, and the tools on offer. */
async function asked(own: ModelSettings, settings: ReplySettings, ...tools: readonly string[]) {
  const model = createFakeModel({ content: [{ type: 'text', text: 'hi' }] });
  const agent = createLanguageModelAgent(model, { stream: false, settings: own });
  await agent(
    [{ role: 'user', content: 'x' }],
    createAgentContext({ settings, tools: tools.map(tool) }),
  );
  return model.asked[0];
}

describe('settings of a caller', () => {
  it('become options that all packages share', () => {
    const settings: ReplySettings = {
      temperature: 0.1,
      top_p: 0.2,
      presence_penalty: 0.3,
      frequency_penalty: 0.4,
      max_output_tokens: 50,
      text: { format: json },
      reasoning: { effort: 'low' },
    };
    expect(settingsToCallOptions(settings, gemini, true)).toEqual({
      temperature: 0.1,
      topP: 0.2,
      presencePenalty: 0.3,
      frequencyPenalty: 0.4,
      maxOutputTokens: 50,
      responseFormat: { type: 'json', name: 'n', schema, description: 'd' },
      reasoning: 'low',
      providerOptions: {},
    });
    expect(settingsToCallOptions({ text: { format: { type: 'text' } } }, gemini, true)).toEqual({
      providerOptions: {},
    });
  });

  const special: ReplySettings = {
    parallel_tool_calls: false,
    text: { format: json, verbosity: 'low' },
    reasoning: { effort: 'high' },
  };
  it.each([
    [
      openai,
      special,
      {
        openai: {
          strictJsonSchema: false,
          parallelToolCalls: false,
          textVerbosity: 'low',
          reasoningEffort: 'high',
          reasoningSummary: null,
        },
      },
    ],
    [
      local,
      special,
      { ollama: { strictJsonSchema: false, parallel_tool_calls: false, textVerbosity: 'low' } },
    ],
    [
      router,
      special,
      {
        openrouter: { parallel_tool_calls: false, verbosity: 'low', reasoning: { effort: 'high' } },
      },
    ],
    [claude, { parallel_tool_calls: false }, { anthropic: { disableParallelToolUse: true } }],
    [claudeThere, { parallel_tool_calls: false }, { anthropic: { disableParallelToolUse: true } }],
  ] as const)('become options of $provider', (model, settings, options) => {
    expect(settingsToCallOptions(settings, model, true).providerOptions).toEqual(options);
  });

  it('say nothing of calls side by side where there is nothing to call', () => {
    expect(settingsToCallOptions({ parallel_tool_calls: false }, gemini, false)).toEqual({
      providerOptions: {},
    });
  });

  it.each([
    [{ summary: 'auto' }, { reasoningSummary: 'auto' }],
    [{ effort: 'low' }, { reasoningEffort: 'low', reasoningSummary: null }],
    [
      { effort: 'low', summary: 'detailed' },
      { reasoningEffort: 'low', reasoningSummary: 'detailed' },
    ],
  ] as const)('ask a model of OpenAI to say of its thinking: %j', (reasoning, words) => {
    const model = { provider: 'openai.responses', modelId: 'o' };
    expect(settingsToCallOptions({ reasoning }, model, false).providerOptions).toEqual({
      openai: words,
    });
  });

  it('are met where a model says of its thinking by itself', () => {
    const options = settingsToCallOptions({ reasoning: { summary: 'auto' } }, claude, false);
    expect(options).toEqual({ providerOptions: {} });
  });

  it.each([
    [gemini, { parallel_tool_calls: false }, 'parallel_tool_calls'],
    [nova, { parallel_tool_calls: false }, 'parallel_tool_calls'],
    [claude, { text: { verbosity: 'low' } }, 'text.verbosity'],
    [nova, { text: { format: { type: 'json_object' } } }, 'text.format'],
    [claude, { reasoning: { summary: 'concise' } }, 'reasoning.summary'],
  ] as const)('are refused where %j has no word for %j', (model, settings, setting) => {
    expect(() => settingsToCallOptions(settings, model, true)).toThrow(
      expect.objectContaining({
        code: 'unsupported-setting',
        message: `the model ${model.modelId} of ${model.provider} does not support ${setting}: remove the setting or use another model`,
      }),
    );
  });

  it("go before the agent's own, but for the limit of tokens", async () => {
    const own = { temperature: 0, topP: 0.5, maxTokens: 100, reasoning: 'low' } as const;
    const settings = { top_p: 0.9, reasoning: { effort: 'high' }, max_output_tokens: 500 } as const;
    const options = await asked(own, settings);
    expect(options).toMatchObject({ topP: 0.9, reasoning: 'high', maxOutputTokens: 100 });
    expect(options).not.toHaveProperty('temperature');
    expect(await asked(own, { max_output_tokens: 50 })).toMatchObject({
      temperature: 0,
      maxOutputTokens: 50,
    });
  });

  it.each<[ToolChoice, object]>([
    ['required', { type: 'required' }],
    ['none', { type: 'none' }],
    [
      { type: 'function', name: 'b' },
      { type: 'tool', toolName: 'b' },
    ],
    [{ type: 'allowed_tools', mode: 'required', tools: [] }, { type: 'required' }],
  ])('choose tools: %j', async (tool_choice, toolChoice) => {
    expect(await asked({}, { tool_choice }, 'a', 'b')).toMatchObject({ toolChoice });
  });

  it.each<[ToolChoice, string[]]>([
    [{ type: 'function', name: 'c' }, ['a', 'b']],
    ['required', []],
  ])('are refused where nothing on offer meets the choice %j', async (tool_choice, tools) => {
    await expect(asked({}, { tool_choice }, ...tools)).rejects.toMatchObject({
      code: 'unsupported-setting',
      message: expect.stringContaining('does not support tool_choice') as string,
    });
  });
});

describe('what a package warns of', () => {
  const warnings: readonly SharedV4Warning[] = [
    { type: 'unsupported', feature: 'topP', details: 'topP is ignored' },
  ];

  it.each([false, true])('is a failure where the caller set it (streamed: %s)', async (stream) => {
    const model = createFakeModel({
      content: [{ type: 'text', text: 'hi' }],
      stream: [
        { type: 'stream-start', warnings: [...warnings] },
        { type: 'text-delta', id: 't', delta: 'hi' },
        { type: 'finish', finishReason: stop, usage },
      ],
      warnings,
    });
    const agent = createLanguageModelAgent(model, { stream, settings: { topP: 0.5 } });
    const context = createAgentContext({ settings: { top_p: 0.5 } });
    await expect(agent([], context)).rejects.toMatchObject({
      code: 'unsupported-setting',
      retryable: false,
      message: expect.stringMatching(/does not support top_p \(topP is ignored\)/) as string,
    });
    expect(context.deltas).toEqual([]);
    expect(await agent([], createAgentContext())).toMatchObject({ content: 'hi' });
  });

  it.each([
    ['reasoning', { reasoning: { effort: 'minimal' } }, 'compatibility'],
    ['responseFormat', { text: { format: { type: 'json_object' } } }, 'unsupported'],
    ['toolChoice', { tool_choice: 'required' }, 'unsupported'],
  ] as const)('is a failure for %s', (feature, settings, type) => {
    expect(() => throwIfSettingIgnored([{ type, feature }], settings, claude)).toThrow(
      /does not support/,
    );
    expect(() => throwIfSettingIgnored([{ type, feature }], {}, claude)).not.toThrow();
  });

  it('is nothing to the caller otherwise', () => {
    const others: SharedV4Warning[] = [
      { type: 'deprecated', setting: 'temperature', message: 'old' },
      { type: 'other', message: 'hm' },
      { type: 'unsupported', feature: 'seed' },
    ];
    expect(() => throwIfSettingIgnored(others, { temperature: 1 }, claude)).not.toThrow();
  });
});
