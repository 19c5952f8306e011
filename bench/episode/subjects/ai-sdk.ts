import { generateText, isStepCount, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { createMockModel } from '../mock-model.ts';
import type { Prepare } from '../subject.ts';
import * as weather from '../weather.ts';

export function toolsOfPeer(): ToolSet {
  return {
    [weather.TOOL]: tool({
      description: weather.TOOL_DESCRIPTION,
      inputSchema: z.object({ location: z.string() }),
      execute: async ({ location }) => weather.getWeather(location),
    }),
  };
}

export const prepare: Prepare = () => {
  const model = createMockModel();
  const tools = toolsOfPeer();
  const stopWhen = isStepCount(10);
  const { INSTRUCTIONS: instructions, QUESTION: prompt } = weather;
  return async () => {
    const { text, steps } = await generateText({ model, instructions, prompt, tools, stopWhen });
    if (steps.length !== 2) throw new Error(`the episode took ${steps.length} steps, not 2`);
    return text;
  };
};
