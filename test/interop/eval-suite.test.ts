import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_TOOLS } from '@timestep-ai/timestep';
import {
  createAgentFromSpec,
  finalRegex,
  createGradersFromSpecs,
  minToolCalls,
  report,
  runSuite,
  toolCallSequence,
  type Report,
  type SuiteOptions,
} from '@timestep-ai/timestep/eval';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { OFFICIAL } from './a2a-official-agents.ts';
import { startExamples, type RunningExamples } from './running-examples.ts';

let examples: RunningExamples;
beforeAll(async () => {
  examples = await startExamples();
});
afterAll(async () => {
  await examples.stop();
});

const tasks = [
  {
    id: 'oakland',
    messages: [{ role: 'user', content: "What's the weather in Oakland?" }],
    expected: { final_regex: '72°F and sunny', must_call_tool: 'get_weather' },
  },
  {
    id: 'impossible',
    messages: [{ role: 'user', content: "What's the weather in Oakland?" }],
    expected: { final_contains: 'it snows' },
  },
] as const;

const get_weather = ({ location }: { readonly location?: unknown }): object => ({
  location,
  temperature_f: 72,
  condition: 'sunny',
  humidity: 65,
  source: 'a test',
});

async function graded(options: Omit<SuiteOptions, 'outdir'>): Promise<Report> {
  const outdir = mkdtempSync(join(tmpdir(), 'timestep-eval-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const folder = join(outdir, 'run');
  await runSuite({ trials: 2, ...options, outdir: folder });
  return report(folder);
}

function verdictsOf({ tasks: reports }: Report): object {
  return Object.fromEntries(
    reports.map(({ task_id, passed, failed, errors }) => [task_id, [passed, failed, errors]]),
  );
}

it('grades the weather example over A2A, its tools run by the suite', async () => {
  const found = await graded({
    tasks,
    agent: createAgentFromSpec(`a2a:${examples.weather}`),
    tools: { ...DEFAULT_TOOLS, get_weather },
    graders: [...createGradersFromSpecs(['FinalContains']), finalRegex(), toolCallSequence()],
  });
  expect(verdictsOf(found)).toEqual({ oakland: [2, 0, 0], impossible: [0, 2, 0] });
});

it('grades it over OpenAI Responses, its tools run on its own side', async () => {
  const found = await graded({
    tasks: tasks.map(({ id, messages }) => ({
      id,
      messages,
      expected: { final_regex: '72°F and sunny' },
    })),
    agent: createAgentFromSpec(`responses:${examples.weather}`),
    graders: [finalRegex()],
  });
  expect(verdictsOf(found)).toEqual({ oakland: [2, 0, 0], impossible: [2, 0, 0] });
});

it.each(OFFICIAL)('grades an agent made with the official SDK, $name', async ({ start }) => {
  const agent = await start();
  onTestFinished(() => agent.close());
  const found = await graded({
    tasks: [{ id: 'any', messages: [{ role: 'user', content: 'weather?' }] }],
    agent: createAgentFromSpec(`a2a:${agent.url}`),
    tools: { get_weather },
    graders: [minToolCalls({ least: 1 })],
  });
  expect(verdictsOf(found)).toEqual({ any: [2, 0, 0] });
});
