import { omitUndefined, formatForeignLine } from '#core';
import type { ListedModel, ProviderModels } from '#agents/model';
import { formatTable } from '../../output/plain-text.ts';

const STATES = {
  'not-configured': 'not configured',
  'not-listed': 'configured, not checked',
  failed: 'failed',
} as const;

/** Formats providers and their models as lines of text, at most `maxModels` models per provider. */
export function formatModels(providers: readonly ProviderModels[], maxModels: number): string[] {
  const lists = providers.flatMap((one) => (one.state === 'ready' ? [one] : []));
  const shown = lists.flatMap(({ models }) => selectPricedModelsFirst(models, maxModels));
  const rest = lists.flatMap(({ provider, models }) => {
    const count = models.length - selectPricedModelsFirst(models, maxModels).length;
    return count === 0 ? [] : [`${count} more: timestep models --provider ${provider}`];
  });
  const models =
    shown.length === 0
      ? []
      : [
          '',
          ...formatTable([['MODEL', 'INPUT', 'OUTPUT', 'CONTEXT'], ...shown.map(formatModelRow)]),
          ...rest,
          '',
          'Prices in US dollars per million tokens; context window in tokens; - if unknown.',
        ];
  return [
    ...formatTable([['PROVIDER', 'MODELS', 'STATE'], ...providers.map(formatProviderRow)]),
    ...models,
  ];
}

export function modelsToJson(providers: readonly ProviderModels[]): object {
  return {
    providers: providers.map((one) =>
      one.state === 'ready' ? { ...one, models: one.models.map(modelToJson) } : one,
    ),
  };
}

/** Models with an output price come first, because others are rarely chat models. */
function selectPricedModelsFirst(
  models: readonly ListedModel[],
  maxModels: number,
): readonly ListedModel[] {
  if (models.length <= maxModels) return models;
  const priced = models.filter(({ outputPrice }) => outputPrice !== undefined);
  return (priced.length > 0 ? priced : models).slice(0, maxModels);
}

function formatProviderRow(one: ProviderModels): string[] {
  const { provider } = one;
  if (one.state === 'ready') return [provider, String(one.models.length), 'ready'];
  return [provider, '-', `${STATES[one.state]}: ${formatForeignLine(one.message)}`];
}

function formatModelRow({ name, inputPrice, outputPrice, contextWindow }: ListedModel): string[] {
  const prices = [inputPrice, outputPrice].map((price) =>
    price === undefined ? '-' : `$${price}`,
  );
  return [formatForeignLine(name), ...prices, contextWindow?.toLocaleString('en-US') ?? '-'];
}

function modelToJson({ name, inputPrice, outputPrice, contextWindow }: ListedModel): object {
  return omitUndefined({
    name,
    input_price: inputPrice,
    output_price: outputPrice,
    context_window: contextWindow,
  });
}
