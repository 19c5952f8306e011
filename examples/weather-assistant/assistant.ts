import { Agent, Environment, type AgentFn } from 'timestep';
import * as z from 'zod';
import type { Observe } from './observations.ts';

export interface WeatherAssistantOptions {
  readonly model: string | AgentFn;
  readonly observe: Observe;
}

/** An assistant that knows the weather and hands nothing on. */
export function weatherAssistant({ model, observe }: WeatherAssistantOptions): Agent {
  const environment = new Environment({
    environmentId: 'weather-environment',
    agentId: 'weather-assistant',
    enableHandoff: false,
    systemPrompt:
      'You are a weather assistant. Use get_weather, and say where its figures come from.',
  });
  environment.tool(
    'get_weather',
    {
      description: 'The weather at a place now.',
      input: z.object({ location: z.string().describe('A city, such as Oakland') }),
      output: z.object({
        location: z.string(),
        temperature_f: z.number(),
        condition: z.string(),
        humidity: z.number(),
        source: z.string(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ location }, { signal }) => observe(location, signal),
  );
  return new Agent({
    agentId: 'weather-assistant',
    name: 'Weather Assistant',
    description: 'Tells the weather of a city.',
    model,
    environment,
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
