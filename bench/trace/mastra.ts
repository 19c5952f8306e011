import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { createMockModel } from '../episode/mock-model.ts';
import * as weather from '../episode/weather.ts';
import type { TraceSubject } from './subject.ts';

type Made = new (options: object) => unknown;

interface MastraAgent {
  generate(question: string, options: object): Promise<{ readonly text: string }>;
}

interface MastraObject {
  getAgent(name: string): MastraAgent;
  shutdown(): Promise<void>;
}

/** Loads Mastra from its installation folder, with its own tracing if there is a sink. */
export async function prepareMastra(home: string, sink?: string): Promise<TraceSubject> {
  const require = createRequire(join(home, 'package.json'));
  const load = async <T>(name: string): Promise<T> =>
    (await import(pathToFileURL(require.resolve(name)).href)) as T;
  const { Mastra } = await load<{ Mastra: Made }>('@mastra/core');
  const { Agent } = await load<{ Agent: Made }>('@mastra/core/agent');
  const { createTool } = await load<{ createTool: (options: object) => unknown }>(
    '@mastra/core/tools',
  );
  const tool = createTool({
    id: weather.TOOL,
    description: weather.TOOL_DESCRIPTION,
    inputSchema: z.object({ location: z.string() }),
    execute: async ({ location }: { location: string }) => weather.getWeather(location),
  });
  const agent = new Agent({
    id: 'weather',
    name: 'weather',
    instructions: weather.INSTRUCTIONS,
    model: createMockModel(),
    tools: { [weather.TOOL]: tool },
  });
  const observability = sink === undefined ? undefined : await createObservability(sink, load);
  const mastra = new Mastra({
    agents: { weather: agent },
    logger: false,
    ...(observability !== undefined && { observability }),
  }) as MastraObject;
  const made = mastra.getAgent('weather');
  return {
    runOne: async () => (await made.generate(weather.QUESTION, { maxSteps: 10 })).text,
    end: () => mastra.shutdown(),
  };
}

/** Sets up the export of its spans as OTLP/JSON, in batches. */
async function createObservability(
  sink: string,
  load: <T>(name: string) => Promise<T>,
): Promise<unknown> {
  const { Observability } = await load<{ Observability: Made }>('@mastra/observability');
  const { OtelExporter } = await load<{ OtelExporter: Made }>('@mastra/otel-exporter');
  const endpoint = `${sink}/v1/traces`;
  const exporter = new OtelExporter({ provider: { custom: { endpoint, protocol: 'http/json' } } });
  return new Observability({
    configs: { otel: { serviceName: 'bench', exporters: [exporter] } },
  });
}
