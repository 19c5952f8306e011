import {
  isJsonObject,
  TimestepError,
  type JsonObject,
  type JsonValue,
  type SessionChanges,
} from '../core/index.ts';
import type { AgentModels } from '../port/index.ts';
import { ConversationError } from './conversation-error.ts';
import type { Conversation } from './conversation.ts';
import { changeTo, settingsPort } from './settings-port.ts';
import { rangeOf, readSetting, SETTINGS, type SettingRow } from './settings-table.ts';

/** The settings of a conversation as a JSON Schema, whose defaults are what the session has set. */
export function settingsSchema(
  conversation: Conversation,
  models: AgentModels | undefined,
): JsonObject {
  const set = settingsPort(conversation, undefined).values();
  const rows = SETTINGS.map((row): [string, JsonObject] => {
    const value = set[row.name];
    return [row.name, { ...schemaOf(row), ...(value !== undefined && { default: value }) }];
  });
  const model = models && modelSchema(models.own(), conversation.session.settings.model);
  return { type: 'object', properties: { ...(model && { model }), ...Object.fromEntries(rows) } };
}

/**
 * Sets the values that are given, and takes back all others, in one change. Rejects with
 * `ConversationError` where a value cannot be set; then nothing is changed.
 */
export async function changeSettings(
  conversation: Conversation,
  models: AgentModels | undefined,
  given: JsonValue,
): Promise<void> {
  if (!isJsonObject(given)) throw refused('give an object with a value for each setting');
  const known = new Set([...SETTINGS.map(({ name }) => name), ...(models ? ['model'] : [])]);
  const other = Object.keys(given).find((name) => !known.has(name));
  if (other !== undefined) throw refused(`a session has no setting ${other}`);
  const changes = SETTINGS.map((row) => changeTo(row.name, valueOf(row, given[row.name])));
  const all: SessionChanges = Object.assign({}, ...changes, models && modelChange(models, given));
  await conversation.set(all);
}

function schemaOf(row: SettingRow): JsonObject {
  const description = `${row.about}; ${rangeOf(row)}`;
  return row.kind === 'choice'
    ? { type: 'string', enum: [...row.choices], description }
    : {
        type: row.isWhole ? 'integer' : 'number',
        minimum: row.least,
        maximum: row.most,
        description,
      };
}

function modelSchema(own: string | undefined, named: string | undefined): JsonObject {
  const without = own === undefined ? 'the agent answers itself' : `${own} answers`;
  const description = `answers in this conversation, as provider/name; without one ${without}`;
  return { type: 'string', description, ...(named !== undefined && { default: named }) };
}

function valueOf(row: SettingRow, given: JsonValue | undefined): string | number | null {
  if (given === undefined || given === null) return null;
  const value = readSetting(row, typeof given === 'string' ? given : JSON.stringify(given));
  if (value === undefined) throw refused(`${row.name} takes ${rangeOf(row)}`);
  return value;
}

function modelChange(models: AgentModels, { model }: JsonObject): SessionChanges {
  if (model === undefined || model === null || model === '') return { model: null };
  if (typeof model !== 'string') throw refused('model takes a name, as provider/name');
  try {
    models.check(model);
  } catch (thrown) {
    throw thrown instanceof TimestepError ? refused(thrown.message) : thrown;
  }
  return { model };
}

function refused(message: string): ConversationError {
  return new ConversationError('bad-setting', message);
}
