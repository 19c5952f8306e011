import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { createMockModel } from '../mock-model.ts';
import type { Prepare } from '../subject.ts';
import { doneByTools, promptOfFloor, saidByModel, toolOfFloor } from './floor.ts';

/** A minimal streaming loop: parts are read and joined by hand. */
export const prepare: Prepare = () => {
  const model = createMockModel();
  const tools = [toolOfFloor()];
  return async () => {
    const prompt = promptOfFloor();
    for (;;) {
      const { stream } = await model.doStream({
        prompt: [...prompt],
        tools,
        toolChoice: { type: 'auto' },
      });
      const calls: LanguageModelV4ToolCall[] = [];
      let text = '';
      const reader = stream.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (value.type === 'text-delta') text += value.delta;
        else if (value.type === 'tool-call') calls.push(value);
      }
      prompt.push(saidByModel(text, calls));
      if (calls.length === 0) return text;
      prompt.push(await doneByTools(calls));
    }
  };
};
