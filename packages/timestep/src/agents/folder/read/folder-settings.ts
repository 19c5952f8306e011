import { isJsonObject, type JsonObject } from '../../../core/index.ts';
import { isEmbeddingModel, parseModelName } from '../../model/index.ts';
import type { CardFacts, CardSkill, FolderSettings } from '../agent-folder.ts';
import type { ReportFolderProblem } from '../problem.ts';
import { getDisplayPath, type AgentFiles } from '../storage/agent-files.ts';
import { getSchemaPath } from '../storage/agent-paths.ts';
import { parseJsonFields, type Fields } from '../text/fields.ts';
import type { Mode } from './tool-offer.ts';
import { omitUndefined } from '../text/omit-undefined.ts';

/** Includes older field names. */
export function parseSettings(settings: Fields): FolderSettings {
  const model = settings.getText('model') || settings.getText('mostRecentModel');
  if (model && !hasKnownProvider(model)) {
    settings.reportWarning('model', `"${model}" has an unknown provider: use provider/model`);
  }
  const embeddingModel = settings.getText('embeddingModel');
  if (embeddingModel && !isEmbeddingModel(embeddingModel)) {
    const what = `"${embeddingModel}" is not an embedding model: use provider/model, such as "openai/text-embedding-3-small"`;
    settings.reportWarning('embeddingModel', what);
  }
  return omitUndefined({
    model: model || undefined,
    embeddingModel: embeddingModel || undefined,
    temperature: settings.getNumber('temperature', 0, 2),
    topP: settings.getNumber('topP', 0, 1),
    maxTokens: settings.getNumber('maxOutputTokens', 1, 1_000_000),
    maxSteps:
      settings.getNumber('maxChatTurns', 1, 1000) ?? settings.getNumber('maxTurns', 1, 1000),
    askUser: settings.getFlag('askUser'),
    toolPermission: settings.getChoice('toolPermission', ['always', 'never', 'tool']) ?? 'tool',
  });
}

/** Checks whether a model name is `provider/model` with a known provider, or an OpenAI model. */
export function hasKnownProvider(model: string): boolean {
  try {
    return parseModelName(model).modelId !== '';
  } catch {
    return false;
  }
}

/** An agent with `skills` is autonomous. The mode `tools` is not determined here. */
export function parseMode(metadata: Fields): Exclude<Mode, 'tools'> {
  const isAlone =
    metadata.getObjects('skills') !== undefined || metadata.getFlag('autonomous') === true;
  return isAlone ? 'autonomous' : 'interactive';
}

export function parseCardSkills(metadata: Fields): CardSkill[] {
  return (metadata.getObjects('skills') ?? []).map((skill) =>
    omitUndefined({
      id: skill.requireText('id'),
      name: skill.requireText('name'),
      description: skill.requireText('description'),
      tags: skill.getTexts('tags'),
      examples: skill.getTexts('examples'),
    }),
  );
}

export function parseCardFacts(metadata: Fields): CardFacts {
  const provider = metadata.getObject('provider');
  const isProvided = Object.keys(provider.value).length > 0;
  return {
    ...(isProvided && {
      provider: {
        organization: provider.requireText('organization'),
        url: provider.requireText('url'),
      },
    }),
    ...omitUndefined({
      documentationUrl: metadata.getText('documentationUrl') || undefined,
      iconUrl: metadata.getText('iconUrl') || undefined,
    }),
  };
}

const OUTPUT = 'output';

const SCHEMA_FORMS = 'must be a JSON Schema, or the path of a .json file in the folder';

const SCHEMA_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/** The field holds the schema or the path of its file. Undefined if it is missing or invalid. */
export function parseOutputSchema(
  fields: Fields,
  files: AgentFiles,
  report: ReportFolderProblem,
): JsonObject | undefined {
  const given = fields.value[OUTPUT] ?? undefined;
  if (given === undefined) return undefined;
  if (isJsonObject(given)) return checkSchema(fields.getObject(OUTPUT));
  const path = getSchemaPath(given, files.entry);
  if (path === undefined) {
    fields.reportMistake(OUTPUT, SCHEMA_FORMS);
    return undefined;
  }
  const text = files.texts.get(path);
  if (text === undefined) {
    fields.reportMistake(OUTPUT, `names the file ${path}, which does not exist`);
    return undefined;
  }
  const schema = parseJsonFields(text, getDisplayPath(files, path), report);
  return schema && checkSchema(schema);
}

/** Checks what a validator would accept without a word: a type that does not exist. */
function checkSchema(schema: Fields): JsonObject {
  if (typeof schema.value['type'] === 'string') schema.getChoice('type', SCHEMA_TYPES);
  schema.getObject('properties');
  schema.getTexts('required');
  return schema.value;
}
