import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { createMockModel } from '../mock-model.ts';
import type { Prepare } from '../subject.ts';
import * as weather from '../weather.ts';

/** A minimal loop: a few lines on the model's own interface, without recording. */
export const prepare: Prepare = () => {
  const model = createMockModel();
  const tools = [toolOfFloor()];
  return async () => {
    const prompt = promptOfFloor();
    for (;;) {
      const { content } = await model.doGenerate({
        prompt: [...prompt],
        tools,
        toolChoice: { type: 'auto' },
      });
      const calls = content.filter((part) => part.type === 'tool-call');
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      prompt.push(saidByModel(text, calls));
      if (calls.length === 0) return text;
      prompt.push(await doneByTools(calls));
    }
  };
};

export function promptOfFloor(): LanguageModelV4Prompt {
  return [
    { role: 'system', content: weather.INSTRUCTIONS },
    { role: 'user', content: [{ type: 'text', text: weather.QUESTION }] },
  ];
}

export function toolOfFloor(): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name: weather.TOOL,
    description: weather.TOOL_DESCRIPTION,
    inputSchema: {
      type: 'object',
      properties: { location: { type: 'string' } },
      required: ['location'],
    },
  };
}

export function saidByModel(
  text: string,
  calls: readonly LanguageModelV4ToolCall[],
): LanguageModelV4Prompt[number] {
  const parts = calls.map((call) => ({ ...call, input: parseArguments(call) }));
  return {
    role: 'assistant',
    content: text === '' ? parts : [{ type: 'text', text }, ...parts],
  };
}

export async function doneByTools(
  calls: readonly LanguageModelV4ToolCall[],
): Promise<LanguageModelV4Prompt[number]> {
  const content = await Promise.all(
    calls.map(async (call) => {
      const value = await runWeatherTool(parseArguments(call));
      const { toolCallId, toolName } = call;
      const output = { type: 'text', value } as const;
      return { type: 'tool-result', toolCallId, toolName, output } as const;
    }),
  );
  return { role: 'tool', content };
}

async function runWeatherTool({ location }: { location?: unknown }): Promise<string> {
  return weather.getWeather(location);
}

function parseArguments(call: LanguageModelV4ToolCall): { location?: unknown } {
  return JSON.parse(call.input) as { location?: unknown };
}
