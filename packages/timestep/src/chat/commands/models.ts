import {
  code,
  listOf,
  notHere,
  refuse,
  say,
  type Answer,
  type Completion,
  type SlashCommand,
} from '../slash-command.ts';
import type { ProviderLine } from '../../port/index.ts';
import type { CommandPort, ModelsPort } from '../command-port.ts';

/** Commands about providers and models. */
export const MODELS: readonly SlashCommand[] = [
  {
    name: 'providers',
    usage: '[add|remove <name>]',
    summary: 'lists the providers and where their keys are read from',
    most: 2,
    complete: (port, before) =>
      before.length === 0 ? [{ word: 'add' }, { word: 'remove' }] : providerNames(port),
    run(port, [what, name = '']) {
      const { models } = port;
      if (!models) return notHere('providers');
      if (what === undefined)
        return say(listOf(models.providers().map(providerLine), 'There are none.'));
      const found = models.providers().find((one) => one.name === name);
      if (what !== 'add' && what !== 'remove')
        return refuse('Write /providers, /providers add <name> or /providers remove <name>.');
      if (!found) return refuse(`There is no provider ${code(name)}: /providers lists them.`);
      const { keyVariable } = found;
      if (keyVariable === undefined) return say(`${name} needs no key.`);
      return say(
        what === 'add'
          ? `Set ${code(keyVariable)} before the chat is started, or in the folder's .env file.`
          : `Take ${code(keyVariable)} out of the environment and out of the folder's .env file.`,
      );
    },
  },
  {
    name: 'provider',
    usage: '<name> [model]',
    summary: 'chooses a provider, and a model of it',
    least: 1,
    most: 2,
    complete: (port, before) =>
      before.length === 0 ? providerNames(port) : modelNames(port, before[0], 'name'),
    async run({ models }, [provider = '', model]) {
      if (!models) return notHere('provider');
      const [first] = model === undefined ? await models.list(provider) : [`${provider}/${model}`];
      if (first === undefined) return refuse(`Name a model: /provider ${provider} <model>.`);
      return chosen(models, first);
    },
  },
  {
    name: 'models',
    usage: '[provider]',
    summary: 'lists models',
    most: 1,
    complete: (port) => providerNames(port),
    async run({ models }, [provider]) {
      if (!models) return notHere('models');
      const current = models.current();
      const lines = (await models.list(provider)).map(
        (model) => `${code(model)}${model === current ? ' (answers now)' : ''}`,
      );
      return say(listOf(lines, 'No models are known: name one with /model <provider>/<name>.'));
    },
  },
  {
    name: 'model',
    usage: '[provider/name]',
    summary: 'shows or chooses the model that answers',
    most: 1,
    complete: (port) => modelNames(port, undefined, 'whole'),
    run({ models }, [model]) {
      if (!models) return notHere('model');
      if (model !== undefined) return chosen(models, model);
      return say(`${code(models.current() ?? 'the model of the agent')} answers.`);
    },
  },
];

async function chosen(models: ModelsPort, model: string): Promise<Answer> {
  await models.choose(model);
  return say(`${code(model)} answers from the next message on.`);
}

function providerLine({ name, isReady, keyVariable }: ProviderLine): string {
  if (keyVariable === undefined) return `**${name}**: needs no key`;
  return `**${name}**: ${code(keyVariable)} is ${isReady ? 'set' : 'not set'}`;
}

function providerNames({ models }: CommandPort): readonly Completion[] {
  return (models?.providers() ?? []).map(({ name }) => ({ word: name }));
}

async function modelNames(
  { models }: CommandPort,
  provider: string | undefined,
  part: 'name' | 'whole',
): Promise<readonly Completion[]> {
  const names = (await models?.list(provider)) ?? [];
  return names.map((name) => ({
    word: part === 'whole' ? name : name.slice(name.indexOf('/') + 1),
  }));
}
