import { join } from 'node:path';

/** A program that Node runs from start to end. It fails if its answer is wrong. */
export interface Subject {
  readonly name: string;
  /** The arguments of Node. */
  readonly args: readonly string[];
  /** A package that is not installed with the benchmarks. */
  readonly peer?: string;
}

const COMMAND = join(import.meta.dirname, '../../packages/timestep/dist/people/cli/main.js');

const TIMESTEP = `
import { runEpisode, scriptedAgent } from '@timestep-ai/timestep';
const question = [{ role: 'user', content: 'Ready?' }];
const { messages } = await runEpisode(question, scriptedAgent(['Ready.']));
if (messages.at(-1)?.content !== 'Ready.') throw new Error('the answer is wrong');
`;

/** The answer of the AI SDK's own mock model; Mastra accepts the same models. */
const REPLY = `{
  content: [{ type: 'text', text: 'Ready.' }],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
}`;

const AI_SDK = `
import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
const model = new MockLanguageModelV4({ doGenerate: async () => (${REPLY}) });
const { text } = await generateText({ model, prompt: 'Ready?' });
if (text !== 'Ready.') throw new Error('the answer is wrong');
`;

/** The program exits explicitly, because Mastra leaves timers running. */
const MASTRA = `
import { Agent } from '@mastra/core/agent';
const model = {
  specificationVersion: 'v4', provider: 'mock', modelId: 'mock', supportedUrls: {},
  doGenerate: async () => (${REPLY}),
};
const agent = new Agent({ id: 'ready', name: 'ready', instructions: 'Be ready.', model });
const { text } = await agent.generate('Ready?');
if (text !== 'Ready.') throw new Error('the answer is wrong');
process.exit(0);
`;

export const SUBJECTS: readonly Subject[] = [
  { name: 'node', args: ['-e', '0'] },
  { name: 'timestep', args: toModuleArguments(TIMESTEP) },
  { name: 'timestep-help', args: [COMMAND, '--help'] },
  { name: 'ai-sdk', args: toModuleArguments(AI_SDK) },
  { name: 'mastra', args: toModuleArguments(MASTRA), peer: '@mastra/core' },
];

/** Runs plain JavaScript, because stripping types would be a large part of the measured time. */
function toModuleArguments(program: string): readonly string[] {
  return ['--input-type=module', '-e', program];
}
