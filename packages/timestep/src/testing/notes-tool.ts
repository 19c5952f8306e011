import type { ToolFn } from '../environment/index.ts';

/** A tool that asks for whom it is, and writes that down in pieces. */
export interface NotesTool {
  readonly execute: ToolFn;
  /** Lets calls return that have written everything. */
  readonly goOn: () => void;
}

export function notesTool(): NotesTool {
  const waiting = new Set<() => void>();
  return {
    async execute(_, { answers: [who], ask, give }) {
      if (!who) return ask({ text: 'For whom?', state: { word: 'for' } });
      give({ name: 'note', parts: 'for ' });
      give({ name: 'note', parts: who.text }, { append: true });
      await new Promise<void>((resolve) => waiting.add(resolve));
      return who.question.state?.['word'] === 'for' ? `for ${who.text}` : 'the state is lost';
    },
    goOn() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}
