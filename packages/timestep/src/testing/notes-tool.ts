import type { ToolFn } from '#engine/tools';

/** A tool that asks a question, then writes a note as a streamed artifact. */
export interface NotesTool {
  readonly execute: ToolFn;
  /** Lets pending tool calls return. Each has already written its note and waits for this call. */
  readonly releaseCalls: () => void;
}

export function createToolHeldUntilRelease(): NotesTool {
  const waiting = new Set<() => void>();
  return {
    async execute(_, { answers: [who], ask, give }) {
      if (!who) return ask({ text: 'For whom?', state: { word: 'for' } });
      give({ name: 'note', parts: 'for ' });
      give({ name: 'note', parts: who.text }, { append: true });
      await new Promise<void>((resolve) => waiting.add(resolve));
      return who.question.state?.['word'] === 'for' ? `for ${who.text}` : 'the state is lost';
    },
    releaseCalls() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}
