import {
  isJsonObject,
  TimestepError,
  type JsonObject,
  type JsonValue,
  type SessionSettingsChanges,
} from '#core';
import type { AgentModels } from '#engine/port';
import { ConversationError } from '../conversation/conversation-error.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { createSettingsPort } from './settings-port.ts';
import {
  describeAllowedValues,
  parseSetting,
  SETTINGS,
  type SettingRow,
} from './settings-table.ts';

/** Creates a JSON Schema of the settings, whose defaults are the session's current values. */
export function createSettingsSchema(
  conversation: Conversation,
  models: AgentModels | undefined,
): JsonObject {
  const set = createSettingsPort(conversation).getValues();
  const rows = SETTINGS.map((row): [string, JsonObject] => {
    const value = set[row.name];
    return [
      row.name,
      { ...createSettingSchema(row), ...(value !== undefined && { default: value }) },
    ];
  });
  const model =
    models && createModelSettingSchema(models.getOwnModel(), conversation.session.settings.model);
  return { type: 'object', properties: { ...(model && { model }), ...Object.fromEntries(rows) } };
}

/** Sets these settings and resets all others, or rejects with `ConversationError`. */
export async function replaceAllSettings(
  conversation: Conversation,
  models: AgentModels | undefined,
  given: JsonValue,
): Promise<void> {
  if (!isJsonObject(given))
    throw createSettingError('the settings must be an object with a value for each setting');
  const known = new Set([...SETTINGS.map(({ name }) => name), ...(models ? ['model'] : [])]);
  const other = Object.keys(given).find((name) => !known.has(name));
  if (other !== undefined) throw createSettingError(`unknown setting ${other}`);
  const changes = Object.fromEntries(
    SETTINGS.map((row) => [row.field, parseSettingValue(row, given[row.name])] as const),
  );
  await conversation.set({
    ...changes,
    ...(models && createModelChange(models, given)),
  });
}

function createSettingSchema(row: SettingRow): JsonObject {
  const description = `${row.about}; ${describeAllowedValues(row)}`;
  return row.kind === 'choice'
    ? { type: 'string', enum: [...row.choices], description }
    : {
        type: row.isWhole ? 'integer' : 'number',
        minimum: row.min,
        maximum: row.max,
        description,
      };
}

function createModelSettingSchema(own: string | undefined, named: string | undefined): JsonObject {
  const without = own ?? "the agent's own model";
  const description = `model for this conversation, in the form provider/name (default: ${without})`;
  return { type: 'string', description, ...(named !== undefined && { default: named }) };
}

function parseSettingValue(row: SettingRow, given: JsonValue | undefined): string | number | null {
  if (given === undefined || given === null) return null;
  const value = parseSetting(row, typeof given === 'string' ? given : JSON.stringify(given));
  if (value === undefined)
    throw createSettingError(`${row.name} must be ${describeAllowedValues(row)}`);
  return value;
}

function createModelChange(models: AgentModels, { model }: JsonObject): SessionSettingsChanges {
  if (model === undefined || model === null || model === '') return { model: null };
  if (typeof model !== 'string')
    throw createSettingError('model must be a string in the form provider/name');
  try {
    models.check(model);
  } catch (thrown) {
    throw thrown instanceof TimestepError ? createSettingError(thrown.message) : thrown;
  }
  return { model };
}

function createSettingError(message: string): ConversationError {
  return new ConversationError('bad-setting', message);
}
