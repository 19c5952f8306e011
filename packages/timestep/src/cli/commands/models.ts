import { usage } from '../command-error.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { modelsJson, modelsText } from '../models-text.ts';

/** Models of one provider that are shown, unless one provider is asked for. */
const MOST_SHOWN = 10;

export const models: Command = {
  words: ['models'],
  operand: '[folder]',
  about: 'Lists the providers of models, checks their keys, and says what their models cost.',
  more: 'Providers are asked for their lists, which costs nothing. Keys are those of the environment; with an agent\'s folder also those of its .env and its "providers". No key is printed.',
  options: {
    provider: {
      type: 'string',
      value: 'NAME',
      about: 'only this one, with all its models',
    },
    check: {
      type: 'boolean',
      about: 'exits with 1 where a provider that is configured refuses its key or does not answer',
    },
    json: JSON_OPTION,
  },
  examples: [
    'timestep models',
    'timestep models --provider openai',
    'timestep models agents/guide --check',
    'timestep models --json',
  ],
  async run({ operand: folder, values }, { env, now, write }) {
    const { listModels } = await import('../../model/index.ts');
    const name = textOf(values, 'provider');
    const provider = name === undefined ? undefined : await knownProvider(name);
    const found = await listModels({
      env: folder === '' ? env : await folderEnv(folder, env),
      now,
      ...(provider !== undefined && { providers: [provider] }),
    });
    const lines = isSet(values, 'json')
      ? [JSON.stringify(modelsJson(found), undefined, 2)]
      : modelsText(found, provider === undefined ? MOST_SHOWN : Infinity);
    write(`${lines.join('\n')}\n`);
    const isRefused = found.some(({ state }) => state === 'failed');
    return isSet(values, 'check') && isRefused ? EXIT.failed : EXIT.fine;
  },
};

async function knownProvider(name: string): Promise<string> {
  const { PROVIDERS, providerNamed } = await import('../../model/index.ts');
  const provider = providerNamed(name);
  if (provider) return provider.name;
  const known = PROVIDERS.map((each) => each.name).join(', ');
  throw usage(`"${name}" is not a provider: it is one of ${known}`);
}

type Env = Readonly<Record<string, string | undefined>>;

async function folderEnv(folder: string, env: Env): Promise<Env> {
  const { readAgentFolder } = await import('../../folder/index.ts');
  return { ...env, ...readAgentFolder(folder, { env }).env };
}
