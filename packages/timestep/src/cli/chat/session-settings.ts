import type { SettingsPort } from '../../chat/index.ts';
import type { ReplySettings, StartOptions } from '../../core/index.ts';

/** Settings of one conversation, as long as it is open. */
export interface SessionSettings {
  readonly port: SettingsPort;
  /** What the next turn begins with. */
  readonly startOptions: () => StartOptions;
}

/** The settings that a turn can begin with, and their names in a task. */
const IN_REPLIES: Readonly<Record<string, keyof ReplySettings>> = {
  temperature: 'temperature',
  topP: 'top_p',
  maxOutputTokens: 'max_output_tokens',
};
const MAX_TURNS = 'maxChatTurns';

export function createSessionSettings(): SessionSettings {
  let values: Readonly<Record<string, string | number>> = {};
  return {
    port: {
      values: () => values,
      async set(name, value) {
        if (name !== MAX_TURNS && !Object.hasOwn(IN_REPLIES, name)) {
          throw new Error(`${name} can only be set where the agent is defined`);
        }
        values = { ...values, [name]: value };
      },
      async reset() {
        values = {};
      },
    },
    startOptions() {
      const replies = Object.entries(values).flatMap(([name, value]) => {
        const field = IN_REPLIES[name];
        return field === undefined ? [] : [[field, value] as const];
      });
      const steps = values[MAX_TURNS];
      return {
        ...(replies.length > 0 && { settings: Object.fromEntries(replies) }),
        ...(typeof steps === 'number' && { limits: { max_steps: steps } }),
      };
    },
  };
}
