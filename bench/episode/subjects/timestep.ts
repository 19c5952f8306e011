import { runEpisode } from '@timestep-ai/timestep';
import type { Message } from '@timestep-ai/timestep/core';
import type { ToolSet } from '@timestep-ai/timestep/tools';
import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { createMockModel } from '../mock-model.ts';
import type { Prepare } from '../subject.ts';
import * as weather from '../weather.ts';

export const messages: readonly Message[] = [
  { role: 'system', content: weather.INSTRUCTIONS },
  { role: 'user', content: weather.QUESTION },
];

export const tools: ToolSet = {
  [weather.TOOL]: {
    description: weather.TOOL_DESCRIPTION,
    parameters: weather.TOOL_PARAMETERS,
    execute: async ({ location }) => weather.getWeather(location),
  },
};

export const prepare: Prepare = () => {
  const agent = createLanguageModelAgent(createMockModel(), { stream: false });
  return async () => {
    const episode = await runEpisode(messages, agent, { tools });
    const { error, steps, tool_calls } = episode.info;
    if (error !== null || steps !== 2 || tool_calls !== 1) {
      throw new Error(`the episode went wrong: ${JSON.stringify(episode.info)}`);
    }
    const last = episode.messages.at(-1);
    return last?.role === 'assistant' ? (last.content ?? '') : '';
  };
};
