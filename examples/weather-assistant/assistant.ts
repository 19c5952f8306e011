import { Agent, type AgentFn, type AgentOptions } from '@timestep-ai/timestep';
import { createWeatherEnvironment } from './environment.ts';
import type { Observe } from './observations.ts';

export interface WeatherAssistantOptions {
  readonly model: string | AgentFn;
  readonly observe: Observe;
  /** Where tools run: in the client (`client`) or in the agent (`server`). */
  readonly toolSite?: AgentOptions['toolSite'];
}

/** Creates an assistant that answers questions about the weather and hands off nothing. */
export function createWeatherAssistant({
  model,
  observe,
  toolSite = 'client',
}: WeatherAssistantOptions): Agent {
  return new Agent({
    agentId: 'weather-assistant',
    name: 'Weather Assistant',
    description: 'Tells the weather of a city.',
    model,
    environment: createWeatherEnvironment(observe),
    toolSite,
    skills: [
      {
        id: 'weather',
        name: 'Weather',
        description: 'Temperature, sky and humidity of a city now.',
        tags: ['weather'],
        examples: ["What's the weather in Oakland?"],
      },
    ],
  });
}
