import {
  formatCode,
  formatList,
  refuseUnsupported,
  createRefusal,
  createTextAnswer,
  type CommandAnswer,
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
      before.length === 0 ? [{ word: 'add' }, { word: 'remove' }] : completeProviderNames(port),
    run(port, [what, name = '']) {
      const { models } = port;
      if (!models) return refuseUnsupported('providers');
      if (what === undefined)
        return createTextAnswer(
          formatList(models.listProviders().map(formatProvider), 'No providers.'),
        );
      const found = models.listProviders().find((one) => one.name === name);
      if (what !== 'add' && what !== 'remove')
        return createRefusal(
          'Usage: /providers, /providers add <name> or /providers remove <name>.',
        );
      if (!found)
        return createRefusal(`Unknown provider ${formatCode(name)}. List them with /providers.`);
      const { keyVariable } = found;
      if (keyVariable === undefined) return createTextAnswer(`${name} needs no API key.`);
      return createTextAnswer(
        what === 'add'
          ? `Set ${formatCode(keyVariable)} in the environment or in the folder's .env file, then restart the chat.`
          : `Remove ${formatCode(keyVariable)} from the environment and from the folder's .env file.`,
      );
    },
  },
  {
    name: 'provider',
    usage: '<name> [model]',
    summary: 'chooses a provider and one of its models',
    minArguments: 1,
    maxArguments: 2,
    complete: (port, before) =>
      before.length === 0
        ? completeProviderNames(port)
        : completeModelNames(port, before[0], 'name'),
    async run({ models }, [provider = '', model]) {
      if (!models) return refuseUnsupported('provider');
      const [first] = model === undefined ? await models.list(provider) : [`${provider}/${model}`];
      if (first === undefined) return createRefusal(`Name a model: /provider ${provider} <model>.`);
      return chooseModel(models, first);
    },
  },
  {
    name: 'models',
    usage: '[provider]',
    summary: 'lists models',
    maxArguments: 1,
    complete: (port) => completeProviderNames(port),
    async run({ models }, [provider]) {
      if (!models) return refuseUnsupported('models');
      const current = models.getCurrent();
      const lines = (await models.list(provider)).map(
        (model) => `${formatCode(model)}${model === current ? ' (current)' : ''}`,
      );
      return createTextAnswer(
        formatList(lines, 'No models found. Choose one with /model <provider>/<name>.'),
      );
    },
  },
  {
    name: 'model',
    usage: '[provider/name]',
    summary: 'shows or changes the model',
    maxArguments: 1,
    complete: (port) => completeModelNames(port, undefined, 'whole'),
    run({ models }, [model]) {
      if (!models) return refuseUnsupported('model');
      if (model !== undefined) return chooseModel(models, model);
      return createTextAnswer(
        `The model is ${formatCode(models.getCurrent() ?? "the agent's own model")}.`,
      );
    },
  },
];

async function chooseModel(models: ModelsPort, model: string): Promise<CommandAnswer> {
  await models.chooseModel(model);
  return createTextAnswer(`The model is ${formatCode(model)}, starting with the next message.`);
}

function formatProvider({ name, isReady, keyVariable }: ProviderLine): string {
  if (keyVariable === undefined) return `**${name}**: needs no API key`;
  return `**${name}**: ${formatCode(keyVariable)} is ${isReady ? 'set' : 'not set'}`;
}

function completeProviderNames({ models }: CommandPort): readonly Completion[] {
  return (models?.listProviders() ?? []).map(({ name }) => ({ word: name }));
}

async function completeModelNames(
  { models }: CommandPort,
  provider: string | undefined,
  part: 'name' | 'whole',
): Promise<readonly Completion[]> {
  const names = (await models?.list(provider)) ?? [];
  return names.map((name) => ({
    word: part === 'whole' ? name : name.slice(name.indexOf('/') + 1),
  }));
}
