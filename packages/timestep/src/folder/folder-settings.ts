import { isEmbeddingModel, parseModelName } from '../model/index.ts';
import type { CardFacts, CardSkill, FolderSettings } from './agent-folder.ts';
import type { Fields } from './fields.ts';
import type { Mode } from './tool-offer.ts';

/** Parses `settings`, including older field names. */
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
  const temperature = settings.getNumber('temperature', 0, 2);
  const topP = settings.getNumber('topP', 0, 1);
  const maxTokens = settings.getNumber('maxOutputTokens', 1, 1_000_000);
  const maxSteps =
    settings.getNumber('maxChatTurns', 1, 1000) ?? settings.getNumber('maxTurns', 1, 1000);
  const askUser = settings.getFlag('askUser');
  return {
    ...(model && { model }),
    ...(embeddingModel && { embeddingModel }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxSteps !== undefined && { maxSteps }),
    toolPermission: settings.getChoice('toolPermission', ['always', 'never', 'tool']) ?? 'tool',
    ...(askUser !== undefined && { askUser }),
  };
}

/** Checks whether a model name is `provider/model` with a known provider, or an OpenAI model. */
export function hasKnownProvider(model: string): boolean {
  try {
    return parseModelName(model).modelId !== '';
  } catch {
    return false;
  }
}

/**
 * Determines the mode: an agent with `skills` is autonomous. The mode `tools` is not determined
 * here.
 */
export function parseMode(metadata: Fields): Exclude<Mode, 'tools'> {
  const isAlone =
    metadata.getObjects('skills') !== undefined || metadata.getFlag('autonomous') === true;
  return isAlone ? 'autonomous' : 'interactive';
}

/** Parses `metadata.skills`. */
export function parseCardSkills(metadata: Fields): CardSkill[] {
  return (metadata.getObjects('skills') ?? []).map((skill) => {
    const [tags, examples] = [skill.getTexts('tags'), skill.getTexts('examples')];
    return {
      id: skill.requireText('id', skill.getText('id')),
      name: skill.requireText('name', skill.getText('name')),
      description: skill.requireText('description', skill.getText('description')),
      ...(tags && { tags }),
      ...(examples && { examples }),
    };
  });
}

/** Parses `metadata.provider`, `metadata.documentationUrl` and `metadata.iconUrl`. */
export function parseCardFacts(metadata: Fields): CardFacts {
  const provider = metadata.getObject('provider');
  const isProvided = Object.keys(provider.value).length > 0;
  const [documentationUrl, iconUrl] = [
    metadata.getText('documentationUrl'),
    metadata.getText('iconUrl'),
  ];
  return {
    ...(isProvided && {
      provider: {
        organization: provider.requireText('organization', provider.getText('organization')),
        url: provider.requireText('url', provider.getText('url')),
      },
    }),
    ...(documentationUrl && { documentationUrl }),
    ...(iconUrl && { iconUrl }),
  };
}
