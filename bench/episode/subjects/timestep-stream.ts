import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { streamEpisode } from '@timestep-ai/timestep/runner';
import { createMockModel } from '../mock-model.ts';
import type { Prepare } from '../subject.ts';
import { messages, tools } from './timestep.ts';

/** Reads every event of the stream; the answer is the joined text. */
export const prepare: Prepare = () => {
  const agent = createLanguageModelAgent(createMockModel());
  return async () => {
    let text = '';
    let hasFinished = false;
    for await (const event of streamEpisode(messages, agent, { tools })) {
      if (event.type === 'TextMessageContent') text += event.delta;
      else if (event.type === 'RunError') throw new Error(`the episode failed: ${event.message}`);
      else if (event.type === 'RunFinished') hasFinished = true;
    }
    return hasFinished ? text : 'the stream broke off';
  };
};
