import {
  quoteAsCode,
  formatList,
  createRefusal,
  type Completion,
  type SlashCommand,
} from './slash-command.ts';
import type { ProviderLine } from '#engine/port';
import type { CommandPort, ModelsPort } from '../session-commands/command-port.ts';

export const MODELS: readonly SlashCommand[] = [
  {
    name: 'providers',
    usage: '[add|remove <name>]',
    summary: 'lists the model providers and the variables of their API keys',
    maxArguments: 2,
    complete: (port, before) =>
      before.length === 0 ? [{ word: 'add' }, { word: 'remove' }] : suggestProviders(port),
    run({ models }, [what, name = '']) {
      if (!models) return undefined;
      const known = models.listProviders();
      if (what === undefined) return formatList(known.map(formatProvider), 'No providers.');
      if (what !== 'add' && what !== 'remove')
        return createRefusal(
          'Usage: /providers, /providers add <name> or /providers remove <name>.',
        );
      const found = known.find((one) => one.name === name);
      if (!found)
        return createRefusal(`Unknown provider ${quoteAsCode(name)}. List them with /providers.`);
      const { keyVariable } = found;
      if (keyVariable === undefined) return `${name} ${describeUseWithoutKey(found)}.`;
      return what === 'add'
        ? `Set ${quoteAsCode(keyVariable)} in the environment or in the folder's .env file, then restart the chat.`
        : `Remove ${quoteAsCode(keyVariable)} from the environment and from the folder's .env file.`;
    },
  },
  {
    name: 'provider',
    usage: '<name> [model]',
    summary: 'chooses a provider and one of its models',
    minArguments: 1,
    maxArguments: 2,
    async complete(port, [provider]) {
      if (provider === undefined) return suggestProviders(port);
      const models = await suggestModels(port, provider);
      return models.map(({ word }) => ({ word: word.slice(word.indexOf('/') + 1) }));
    },
    async run({ models }, [provider = '', model]) {
      if (!models) return undefined;
      const [first] = model === undefined ? await models.list(provider) : [`${provider}/${model}`];
      if (first === undefined) return createRefusal(`Name a model: /provider ${provider} <model>.`);
      return setModelAndConfirm(models, first);
    },
  },
  {
    name: 'models',
    usage: '[provider]',
    summary: 'lists models',
    maxArguments: 1,
    complete: suggestProviders,
    async run({ models }, [provider]) {
      if (!models) return undefined;
      const current = models.getCurrent();
      const lines = (await models.list(provider)).map(
        (model) => `${quoteAsCode(model)}${model === current ? ' (current)' : ''}`,
      );
      return formatList(lines, 'No models found. Choose one with /model <provider>/<name>.');
    },
  },
  {
    name: 'model',
    usage: '[provider/name]',
    summary: 'shows or changes the model',
    maxArguments: 1,
    complete: (port) => suggestModels(port),
    run({ models }, [model]) {
      if (!models) return undefined;
      if (model !== undefined) return setModelAndConfirm(models, model);
      return `The model is ${quoteAsCode(models.getCurrent() ?? "the agent's own model")}.`;
    },
  },
];

async function setModelAndConfirm(models: ModelsPort, model: string): Promise<string> {
  await models.chooseModel(model);
  return `The model is ${quoteAsCode(model)}, starting with the next message.`;
}

function describeUseWithoutKey({ machineCredentials }: ProviderLine): string {
  return machineCredentials === undefined
    ? 'needs no API key'
    : `uses the ${machineCredentials} credentials of this machine`;
}

function formatProvider(provider: ProviderLine): string {
  const { name, isReady, keyVariable } = provider;
  if (keyVariable === undefined) return `**${name}**: ${describeUseWithoutKey(provider)}`;
  return `**${name}**: ${quoteAsCode(keyVariable)} is ${isReady ? 'set' : 'not set'}`;
}

function suggestProviders({ models }: CommandPort): readonly Completion[] {
  return (models?.listProviders() ?? []).map(({ name }) => ({ word: name }));
}

async function suggestModels(
  { models }: CommandPort,
  provider?: string,
): Promise<readonly Completion[]> {
  return ((await models?.list(provider)) ?? []).map((word) => ({ word }));
}
