import type { JsonObject, SessionChanges, SessionSettings } from '../core/index.ts';
import type { SettingsPort } from './command-port.ts';
import type { Conversation } from './conversation.ts';
import { ConversationError } from './conversation-error.ts';

/** Settings of a session by the names that a folder gives them. */
const NAMES = {
  maxChatTurns: 'max_steps',
  maxOutputTokens: 'max_output_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  toolPermission: 'toolPermission',
} as const satisfies Readonly<Record<string, keyof SessionSettings>>;

/** The settings of a session; `save` writes settings of a folder, by their names there. */
export function settingsPort(
  conversation: Conversation,
  save: ((settings: JsonObject) => Promise<string>) | undefined,
): SettingsPort {
  const values = (): Record<string, string | number> => valuesIn(conversation.session.settings);
  return {
    values,
    async set(name, value) {
      await conversation.set(changeTo(name, value));
    },
    async reset() {
      await conversation.set({
        max_steps: null,
        max_output_tokens: null,
        temperature: null,
        top_p: null,
        toolPermission: null,
      });
    },
    ...(save && {
      save() {
        const { model } = conversation.session.settings;
        const settings = { ...values(), ...(model !== undefined && { model }) };
        if (Object.keys(settings).length > 0) return save(settings);
        const message = 'nothing was set in this conversation: /setting <name> <value> does that';
        throw new ConversationError('bad-setting', message);
      },
    }),
  };
}

function valuesIn(settings: SessionSettings): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(NAMES).flatMap(([name, field]) => {
      const value = settings[field];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The change that sets a value, or takes it back with `null`; values have been checked where they were read. */
export function changeTo(name: string, value: string | number | null): SessionChanges {
  if (name === 'toolPermission') {
    const isOther = value === 'always' || value === 'never' || value === null;
    return { toolPermission: isOther ? value : 'tool' };
  }
  const field = Object.entries(NAMES).find(([known]) => known === name)?.[1];
  if (field === undefined)
    throw new ConversationError('bad-setting', `a session has no setting ${name}`);
  return { [field]: value === null ? null : Number(value) };
}
