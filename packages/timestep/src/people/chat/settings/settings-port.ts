import { omitUndefined, type JsonObject } from '#core';
import type { SettingsPort } from '../session-commands/command-port.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { ConversationError } from '../conversation/conversation-error.ts';
import { SETTINGS } from './settings-table.ts';

/** Creates the functions for settings. `save` writes settings to the agent's folder. */
export function createSettingsPort(
  conversation: Conversation,
  save?: (settings: JsonObject) => Promise<string>,
): SettingsPort {
  const getValues = (): Record<string, string | number> => {
    const { settings } = conversation.session;
    return Object.fromEntries(
      SETTINGS.flatMap(({ name, field }) => {
        const value = settings[field];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  };
  return {
    getValues,
    async set(name, value) {
      const row = SETTINGS.find((one) => one.name === name);
      if (!row)
        throw new ConversationError(
          'bad-setting',
          `unknown setting ${name}: use one of ${SETTINGS.map((one) => one.name).join(', ')}`,
        );
      await conversation.set({ [row.field]: value });
    },
    async reset() {
      await conversation.set(Object.fromEntries(SETTINGS.map(({ field }) => [field, null])));
    },
    ...(save && {
      save() {
        const { model } = conversation.session.settings;
        const settings = { ...getValues(), ...omitUndefined({ model }) };
        if (Object.keys(settings).length > 0) return save(settings);
        const message =
          'no setting was changed in this conversation: change one with /setting <name> <value>';
        throw new ConversationError('bad-setting', message);
      },
    }),
  };
}
