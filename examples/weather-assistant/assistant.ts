import { Agent, type AgentFn, type AgentOptions } from '@timestep-ai/timestep';
import { weatherEnvironment } from './environment.ts';
import type { Observe } from './observations.ts';

export interface WeatherAssistantOptions {
  readonly model: string | AgentFn;
  readonly observe: Observe;
  /** Who runs the tools: the client that asks (`client`), or the agent itself. */
  readonly toolSite?: AgentOptions['toolSite'];
}

/** An assistant that knows the weather and hands nothing on. */
export function weatherAssistant({
  model,
  observe,
  toolSite = 'client',
}: WeatherAssistantOptions): Agent {
  return new Agent({
    agentId: 'weather-assistant',
    name: 'Weather Assistant',
    description: 'Tells the weather of a city.',
    model,
    environment: weatherEnvironment(observe),
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
