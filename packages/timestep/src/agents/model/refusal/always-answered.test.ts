import { expect, it } from 'vitest';
import type { CreateAgentOptions } from '../provider/create-agent.ts';
import {
  createOddMessage,
  createRandom,
  isAnswered,
  openFickleConversation,
} from './fickle-conversation.fixture.ts';

const MODELS: readonly (readonly [string, CreateAgentOptions])[] = [
  ['chat completions', { model: 'openai-compatible/m' }],
  ['OpenAI Responses', { model: 'openai/gpt-5-mini', api: 'responses' }],
  ['Anthropic Messages', { model: 'claude/claude-sonnet-4-5' }],
  ['Gemini', { model: 'gemini/gemini-2.5-flash' }],
];

const CONVERSATIONS = 6;
const TURNS = 4;

it.each(MODELS)(
  '%s: an ordinary message is answered, whatever was said before',
  { timeout: 120_000 },
  async (_name, options) => {
    const dead: string[] = [];
    for (let seed = 0; seed < CONVERSATIONS; seed += 1) {
      const random = createRandom(seed);
      const window = 2000 + Math.floor(random() * 20_000);
      const conversation = await openFickleConversation(options, window, random);
      for (let turn = 0; turn < TURNS; turn += 1) {
        const isLong = random() < 0.2;
        if (isLong) conversation.edit('Be brief. '.repeat(window));
        await conversation.send(createOddMessage(random, window));
        if (isLong) conversation.edit('Be brief.');
        const task = await conversation.send({ role: 'user', content: `hello ${turn}` });
        if (!isAnswered(task)) {
          dead.push(`seed ${seed}, turn ${turn}: ${task.state} ${task.end?.error?.message ?? ''}`);
          break;
        }
      }
      await conversation.close();
    }
    expect(dead).toEqual([]);
  },
);
