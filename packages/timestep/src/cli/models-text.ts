import type { ListedModel, ProviderModels } from '../model/index.ts';
import { plainLine } from './plain-text.ts';
import { tableOf } from './table.ts';

/** What a state is called before its sentence. */
const STATES = {
  'not-configured': 'not configured',
  'not-listed': 'configured, not checked',
  failed: 'failed',
} as const;

/** Providers and their models, as lines for people; at most so many models of each provider. */
export function modelsText(providers: readonly ProviderModels[], most: number): string[] {
  const lists = providers.flatMap((one) => (one.state === 'ready' ? [one] : []));
  const shown = lists.flatMap(({ models }) => chosenFrom(models, most));
  const rest = lists.flatMap(({ provider, models }) => {
    const count = models.length - chosenFrom(models, most).length;
    return count === 0 ? [] : [`${count} more: timestep models --provider ${provider}`];
  });
  const models =
    shown.length === 0
      ? []
      : [
          '',
          ...tableOf([['MODEL', 'INPUT', 'OUTPUT', 'CONTEXT'], ...shown.map(rowOf)]),
          ...rest,
          '',
          'US dollars for a million tokens; tokens of context; - where it is not known.',
        ];
  return [...tableOf([['PROVIDER', 'MODELS', 'STATE'], ...providers.map(stateOf)]), ...models];
}

/** The same as JSON for programs, in snake_case like all shared data. */
export function modelsJson(providers: readonly ProviderModels[]): object {
  return {
    providers: providers.map((one) =>
      one.state === 'ready' ? { ...one, models: one.models.map(jsonOf) } : one,
    ),
  };
}

/** All, or the first of those whose replies have a price: others are seldom models that reply. */
function chosenFrom(models: readonly ListedModel[], most: number): readonly ListedModel[] {
  if (models.length <= most) return models;
  const priced = models.filter(({ outputPrice }) => outputPrice !== undefined);
  return (priced.length > 0 ? priced : models).slice(0, most);
}

function stateOf(one: ProviderModels): string[] {
  const { provider } = one;
  if (one.state === 'ready') return [provider, String(one.models.length), 'ready'];
  return [provider, '-', `${STATES[one.state]}: ${plainLine(one.message)}`];
}

function rowOf({ name, inputPrice, outputPrice, contextWindow }: ListedModel): string[] {
  return [plainLine(name), dollars(inputPrice), dollars(outputPrice), tokens(contextWindow)];
}

function dollars(price: number | undefined): string {
  return price === undefined ? '-' : `$${price}`;
}

function tokens(count: number | undefined): string {
  return count === undefined ? '-' : count.toLocaleString('en-US');
}

function jsonOf({ name, inputPrice, outputPrice, contextWindow }: ListedModel): object {
  return {
    name,
    ...(inputPrice !== undefined && { input_price: inputPrice }),
    ...(outputPrice !== undefined && { output_price: outputPrice }),
    ...(contextWindow !== undefined && { context_window: contextWindow }),
  };
}
