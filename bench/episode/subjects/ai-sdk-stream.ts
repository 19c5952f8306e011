import { ToolLoopAgent } from 'ai';
import { createMockModel } from '../mock-model.ts';
import type { Prepare } from '../subject.ts';
import * as weather from '../weather.ts';
import { toolsOfPeer } from './ai-sdk.ts';

export const prepare: Prepare = () => {
  const agent = new ToolLoopAgent({
    model: createMockModel(),
    instructions: weather.INSTRUCTIONS,
    tools: toolsOfPeer(),
  });
  return async () => {
    const { textStream } = await agent.stream({ prompt: weather.QUESTION });
    let text = '';
    for await (const piece of textStream) text += piece;
    return text;
  };
};
