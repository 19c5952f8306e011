import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { Agent, enableTracing, Environment, scriptedAgent, serve } from '@timestep-ai/timestep';
import { expect, it, onTestFinished } from 'vitest';
import { pythonOf } from './clients/client-sets.ts';
import { nestedSpanOf, treeOf, type NestedSpan } from './nested-spans.ts';

const run = promisify(execFile);

const ASK = {
  name: 'ask',
  description: 'Says how the weather is.',
  parameters: { type: 'object' },
  prompt: 'How is the weather?',
};

function weather(): Agent {
  const environment = new Environment({
    environmentId: 'weather',
    agentId: 'weather',
    enableHandoff: false,
    tools: [{ name: 'look', input: { type: 'object' }, execute: () => 'Sunny' }],
  });
  const look = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  const model = scriptedAgent([
    { role: 'assistant', content: null, tool_calls: [look] },
    'It is sunny.',
  ]);
  return new Agent({
    agentId: 'weather',
    name: 'Weather',
    model,
    toolSite: 'server',
    environment,
    agentTools: { list: () => [ASK], watch: () => () => undefined },
  });
}

const TURN = 'invoke_agent weather';

/** What is below the span of whatever asked. */
const OF_AGENT: readonly string[] = [
  TURN,
  `${TURN} > chat`,
  `${TURN} > chat`,
  `${TURN} > execute_tool look`,
];

/** The spans of our server whose paths begin with a span of the client. */
function below(lines: readonly string[], path: RegExp): readonly string[] {
  return lines.flatMap((line) => {
    const found = path.exec(line);
    return found ? [line.slice(found[0].length)] : [];
  });
}

it('is one trace with what official clients in Python record, over A2A and over MCP', async () => {
  const exporter = new InMemorySpanExporter();
  const serving = await serve({ agents: [weather()], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  await enableTracing(serving, { exporter, env: {} });
  const { url } = serving;
  const script = join(import.meta.dirname, 'traced-clients.py');
  const { stdout } = await run(pythonOf('a2a-0-3-mcp-2'), [
    script,
    url,
    `${url}/tools/mcp`,
    'weather_ask',
  ]);
  await serving.close(10_000);
  const lines = stdout.trim().split('\n');
  expect(lines.slice(0, 2)).toEqual(['completed', 'It is sunny.']);
  const theirs = lines.slice(2).map((line) => {
    const { parentSpanId, ...span } = JSON.parse(line) as NestedSpan & { parentSpanId: unknown };
    return { ...span, parentSpanId: parentSpanId === null ? undefined : String(parentSpanId) };
  });
  const ours = exporter.getFinishedSpans().map(nestedSpanOf);
  const root = theirs.find(({ name }) => name === 'a program');
  const tree = treeOf([...theirs, ...ours]);
  expect(below(tree, /^a program > over A2A > (?:.* > )?POST \/ > /)).toEqual(OF_AGENT);
  expect(below(tree, /^a program > over MCP > (?:.* > )?(?=invoke_agent)/)).toEqual(OF_AGENT);
  const turns = ours.filter(({ name }) => name === TURN);
  expect(turns.map(({ traceId }) => traceId)).toEqual([root?.traceId, root?.traceId]);
});
