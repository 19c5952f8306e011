import type { JsonObject, SessionSettingsChanges, SessionSettings } from '#core';
import type { SettingsPort } from '../session-commands/command-port.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { ConversationError } from '../conversation/conversation-error.ts';

/** Session settings by their names in an agent folder. */
const FIELDS_BY_NAME = {
  maxChatTurns: 'max_steps',
  maxOutputTokens: 'max_output_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  toolPermission: 'toolPermission',
} as const satisfies Readonly<Record<string, keyof SessionSettings>>;

/** Creates the functions for settings. `save` writes settings to the agent's folder. */
export function createSettingsPort(
  conversation: Conversation,
  save: ((settings: JsonObject) => Promise<string>) | undefined,
): SettingsPort {
  const values = (): Record<string, string | number> => readValues(conversation.session.settings);
  return {
    getValues: values,
    async set(name, value) {
      await conversation.set(createSettingChange(name, value));
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
        const message =
          'no setting was changed in this conversation: change one with /setting <name> <value>';
        throw new ConversationError('bad-setting', message);
      },
    }),
  };
}

function readValues(settings: SessionSettings): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(FIELDS_BY_NAME).flatMap(([name, field]) => {
      const value = settings[field];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Converts a valid value of a setting to a change of the session; `null` resets the setting. */
export function createSettingChange(
  name: string,
  value: string | number | null,
): SessionSettingsChanges {
  if (name === 'toolPermission') {
    const isOther = value === 'always' || value === 'never' || value === null;
    return { toolPermission: isOther ? value : 'tool' };
  }
  const field = Object.entries(FIELDS_BY_NAME).find(([known]) => known === name)?.[1];
  if (field === undefined) throw new ConversationError('bad-setting', `unknown setting ${name}`);
  return { [field]: value === null ? null : Number(value) };
}
