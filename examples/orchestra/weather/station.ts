/** A weather station as an MCP server; its forecasts are invented for the example. */
import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const FORECASTS: Readonly<Record<string, { readonly sky: string; readonly degrees: number }>> = {
  Lisbon: { sky: 'sunny', degrees: 24 },
  Oslo: { sky: 'rain', degrees: 9 },
  Paris: { sky: 'cloudy', degrees: 17 },
};

const forecast = tool({
  description: 'The forecast for a city.',
  input: z.object({ place: z.string() }),
  replay: 'safe',
  execute({ place }) {
    const found = FORECASTS[place];
    if (found) return found;
    throw new Error(
      `there is no forecast for ${place}, only for ${Object.keys(FORECASTS).join(', ')}`,
    );
  },
});

const environment = new Environment({ environmentId: 'station', enableHandoff: false });
await environment.tool('forecast', forecast).run('stdio');
