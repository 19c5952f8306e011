import { handleApprovalKey, type ApprovalPrompt, type ApprovalStep } from './approval-prompt.ts';

/** A pressed key. Keys with a meaning outside the editor have a name. */
export interface PressedKey {
  readonly name: 'escape' | 'ctrl+c' | 'ctrl+d' | 'alt+enter' | undefined;
  readonly sent: string;
}

/** State of the screen when a key is pressed. */
export interface ScreenState {
  readonly isIdle: boolean;
  readonly isEmpty: boolean;
  readonly isCompleting: boolean;
  readonly dialogue: ApprovalPrompt | undefined;
  /** Time of the first Ctrl+C; a second one soon after it quits. */
  readonly quitRequestedAt: number | undefined;
  readonly now: number;
}

/** The effect of a key. `pass`: the editor handles the key. */
export type KeyAction =
  | { readonly do: 'pass' | 'stop' | 'back' | 'leave' | 'leave-next' | 'queue' }
  | { readonly do: 'dialogue'; readonly step: ApprovalStep };

/** Maximum milliseconds between two Ctrl+C that quit the chat. */
const QUIT_INTERVAL_MS = 2000;

/** Returns the effect of a key in the given state. */
export function getKeyAction({ name, sent }: PressedKey, situation: ScreenState): KeyAction {
  const { dialogue, isEmpty, now, quitRequestedAt } = situation;
  switch (name) {
    case 'ctrl+c':
      return quitRequestedAt !== undefined && now - quitRequestedAt < QUIT_INTERVAL_MS
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
      const step = dialogue && isEmpty ? handleApprovalKey(dialogue, sent, now) : undefined;
      return step ? { do: 'dialogue', step } : { do: 'pass' };
    }
  }
}
