import { makesVectors, parseModelName } from '../model/index.ts';
import type { CardFacts, CardSkill, FolderSettings } from './agent-folder.ts';
import type { Fields } from './fields.ts';
import type { Mode } from './tool-offer.ts';

/** Reads `settings`, in its own and in older spellings. */
export function settingsIn(settings: Fields): FolderSettings {
  const model = settings.text('model') || settings.text('mostRecentModel');
  if (model && !hasKnownProvider(model)) {
    settings.warn('model', `"${model}" names a provider that is not known: write provider/model`);
  }
  const embeddingModel = settings.text('embeddingModel');
  if (embeddingModel && !makesVectors(embeddingModel)) {
    const what = `"${embeddingModel}" names no model for embeddings: write provider/model, as "openai/text-embedding-3-small"`;
    settings.warn('embeddingModel', what);
  }
  const temperature = settings.number('temperature', 0, 2);
  const topP = settings.number('topP', 0, 1);
  const maxTokens = settings.number('maxOutputTokens', 1, 1_000_000);
  const maxSteps = settings.number('maxChatTurns', 1, 1000) ?? settings.number('maxTurns', 1, 1000);
  const askUser = settings.flag('askUser');
  return {
    ...(model && { model }),
    ...(embeddingModel && { embeddingModel }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxSteps !== undefined && { maxSteps }),
    toolPermission: settings.choice('toolPermission', ['always', 'never', 'tool']) ?? 'tool',
    ...(askUser !== undefined && { askUser }),
  };
}

/** True for a model that can be looked for: as `provider/model`, or one of OpenAI by its name alone. */
export function hasKnownProvider(model: string): boolean {
  try {
    return parseModelName(model).modelId !== '';
  } catch {
    return false;
  }
}

/** An agent with `skills` works alone; one that is tools of others is not asked here. */
export function modeOf(metadata: Fields): Exclude<Mode, 'tools'> {
  const isAlone = metadata.list('skills') !== undefined || metadata.flag('autonomous') === true;
  return isAlone ? 'autonomous' : 'interactive';
}

/** Reads `metadata.skills`. */
export function cardSkillsIn(metadata: Fields): CardSkill[] {
  return (metadata.list('skills') ?? []).map((skill) => {
    const [tags, examples] = [skill.texts('tags'), skill.texts('examples')];
    return {
      id: skill.needed('id', skill.text('id')),
      name: skill.needed('name', skill.text('name')),
      description: skill.needed('description', skill.text('description')),
      ...(tags && { tags }),
      ...(examples && { examples }),
    };
  });
}

/** Reads `metadata.provider`, `metadata.documentationUrl` and `metadata.iconUrl`. */
export function cardFactsIn(metadata: Fields): CardFacts {
  const provider = metadata.inside('provider');
  const isProvided = Object.keys(provider.value).length > 0;
  const [documentationUrl, iconUrl] = [metadata.text('documentationUrl'), metadata.text('iconUrl')];
  return {
    ...(isProvided && {
      provider: {
        organization: provider.needed('organization', provider.text('organization')),
        url: provider.needed('url', provider.text('url')),
      },
    }),
    ...(documentationUrl && { documentationUrl }),
    ...(iconUrl && { iconUrl }),
  };
}
