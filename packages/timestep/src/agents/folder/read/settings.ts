import { omitUndefined } from '#core';
import { findProvider, mayBeEmbeddingModel, parseModelName, suggestProvider } from '#agents/model';
import type { FolderSettings } from '../agent-folder.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { KNOWN_FIELDS } from './known-fields.ts';
import type { Fields } from '../text/fields.ts';

const DAY_S = 24 * 3600;

export function parseSettings(settings: Fields): FolderSettings {
  reportUnknownFields(settings, KNOWN_FIELDS.settings);
  const model = settings.getText('model') || settings.getText('mostRecentModel') || undefined;
  if (model && !hasKnownProvider(model)) {
    const [provider = ''] = model.split('/');
    const advice = findProvider(provider) ? 'use provider/model' : suggestProvider(provider);
    const fault = findProvider(provider) ? 'has no model name' : 'has an unknown provider';
    settings.reportWarning('model', `"${model}" ${fault}: ${advice}`);
  }
  const fallbackModels = settings.getTexts('fallbackModels') ?? [];
  for (const name of fallbackModels.filter((one) => !hasKnownProvider(one))) {
    settings.reportWarning(
      'fallbackModels',
      `"${name}" has an unknown provider: use provider/model`,
    );
  }
  const embeddingModel = settings.getText('embeddingModel');
  if (embeddingModel && !mayBeEmbeddingModel(embeddingModel)) {
    const what = `"${embeddingModel}" is not an embedding model: use provider/model, such as "openai/text-embedding-3-small"`;
    settings.reportWarning('embeddingModel', what);
  }
  return omitUndefined({
    model,
    fallbackModels: fallbackModels.length > 0 ? fallbackModels : undefined,
    embeddingModel: embeddingModel || undefined,
    temperature: settings.getNumber('temperature', 0, 2),
    topP: settings.getNumber('topP', 0, 1),
    maxTokens: settings.getNumber('maxOutputTokens', 1, 1_000_000),
    promptCaching: readPromptCaching(settings),
    maxSteps:
      settings.getNumber('maxChatTurns', 1, 1000) ?? settings.getNumber('maxTurns', 1, 1000),
    timeoutS: settings.getNumber('timeoutSeconds', 1, DAY_S),
    totalTimeoutS: settings.getNumber('totalTimeoutSeconds', 1, DAY_S),
    modelPatienceS: settings.getNumber('modelPatienceSeconds', 0, 30 * DAY_S),
    askUser: settings.getFlag('askUser'),
    toolPermission: settings.getChoice('toolPermission', ['always', 'never', 'tool']) ?? 'tool',
  });
}

function readPromptCaching(settings: Fields): boolean | '1h' | undefined {
  return settings.value['promptCaching'] === '1h' ? '1h' : settings.getFlag('promptCaching');
}

/** Checks whether a model name is `provider/model` with a known provider, or an OpenAI model. */
export function hasKnownProvider(model: string): boolean {
  try {
    return parseModelName(model).modelId !== '';
  } catch {
    return false;
  }
}
