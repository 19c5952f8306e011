import { keyPressed, type Dialogue, type DialogueStep } from './approval-dialogue.ts';

/** Keys that mean something beside the editor, by name; any other key as it was sent. */
export interface Pressed {
  readonly name: 'escape' | 'ctrl+c' | 'ctrl+d' | 'alt+enter' | undefined;
  readonly sent: string;
}

/** What there is when a key is pressed. */
export interface Situation {
  readonly isIdle: boolean;
  readonly isEmpty: boolean;
  readonly isCompleting: boolean;
  readonly dialogue: Dialogue | undefined;
  /** When the first key to leave was pressed. */
  readonly leavingAt: number | undefined;
  readonly now: number;
}

/** What a key does. `pass`: the editor takes it. */
export type KeyAction =
  | { readonly do: 'pass' | 'stop' | 'back' | 'leave' | 'leave-next' | 'queue' }
  | { readonly do: 'dialogue'; readonly step: DialogueStep };

/** How soon the second key to leave must follow the first one. */
const LEAVING_MS = 2000;

/** Decides what a key does. */
export function actionOf({ name, sent }: Pressed, situation: Situation): KeyAction {
  const { dialogue, isEmpty, now, leavingAt } = situation;
  switch (name) {
    case 'ctrl+c':
      return leavingAt !== undefined && now - leavingAt < LEAVING_MS
        ? { do: 'leave' }
        : { do: 'leave-next' };
    case 'ctrl+d':
      return { do: isEmpty ? 'leave' : 'pass' };
    case 'alt+enter':
      return { do: 'queue' };
    case 'escape':
      if (situation.isCompleting) return { do: 'pass' };
      if (dialogue && dialogue.mode !== 'keys') return { do: 'back' };
      return { do: situation.isIdle ? 'pass' : 'stop' };
    case undefined: {
      const step = dialogue && isEmpty ? keyPressed(dialogue, sent, now) : undefined;
      return step ? { do: 'dialogue', step } : { do: 'pass' };
    }
  }
}
