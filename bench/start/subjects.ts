import { join } from 'node:path';

/** A program that Node is started with, from nothing to its end. It fails where its answer is wrong. */
export interface Subject {
  readonly name: string;
  /** What Node is given. */
  readonly args: readonly string[];
  /** The package of a peer that is not installed with the benchmarks. */
  readonly peer?: string;
}

const COMMAND = join(import.meta.dirname, '../../packages/timestep/dist/cli/main.js');

const TIMESTEP = `
import { runEpisode, scriptedAgent } from '@timestep-ai/timestep';
const question = [{ role: 'user', content: 'Ready?' }];
const { messages } = await runEpisode(question, scriptedAgent(['Ready.']));
if (messages.at(-1)?.content !== 'Ready.') throw new Error('the answer is wrong');
`;

/** What the AI SDK's own mock model answers; Mastra takes the same models. */
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

/** It ends itself, because Mastra leaves timers behind. */
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
  { name: 'timestep', args: asModule(TIMESTEP) },
  { name: 'timestep-help', args: [COMMAND, '--help'] },
  { name: 'ai-sdk', args: asModule(AI_SDK) },
  { name: 'mastra', args: asModule(MASTRA), peer: '@mastra/core' },
];

/** Plain JavaScript: to strip types would be a good part of what is measured. */
function asModule(program: string): readonly string[] {
  return ['--input-type=module', '-e', program];
}
