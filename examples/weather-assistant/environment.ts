import { Environment } from '@timestep-ai/timestep';
import * as z from 'zod';
import type { Observe } from './observations.ts';

/** Creates the weather assistant's environment: one tool and a prompt. */
export function createWeatherEnvironment(observe: Observe): Environment {
  const environment = new Environment({
    environmentId: 'weather-environment',
    agentId: 'weather-assistant',
    enableHandoff: false,
    systemPrompt:
      'You are a weather assistant. Use get_weather, and say where its figures come from.',
  });
  return environment.tool(
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
}
