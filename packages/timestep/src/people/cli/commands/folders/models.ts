import { createUsageError } from '../../command-error.ts';
import { EXIT, JSON_OPTION, type Command, type CommandContext } from '../../command.ts';
import { formatResult } from '../../output/plain-text.ts';
import { modelsToJson, formatModels } from './models-text.ts';

const MAX_SHOWN = 10;

export const models: Command = {
  usage: 'models [folder]',
  about: 'Lists the model providers, checks their API keys, and shows the prices of their models.',
  more: 'Requests the model lists of the providers, which is free of charge. API keys are read from the environment and, if an agent folder is given, from its .env and its "providers". No key is printed.',
  options: {
    provider: { value: 'NAME', about: 'shows only this provider, with all its models' },
    check: { about: 'exits with 1 if a configured provider rejects its key or does not respond' },
    json: JSON_OPTION,
  },
  examples: [
    'timestep models',
    'timestep models --provider openai',
    'timestep models agents/guide --check',
    'timestep models --json',
  ],
  async run({ operand: folder, values }, { env, now, write }) {
    const { listModels } = await import('#agents/model');
    const name = values.text('provider');
    const provider = name === undefined ? undefined : await requireProviderName(name);
    const found = await listModels({
      env: folder === '' ? env : await overrideEnvWithFolderVariables(folder, env),
      now,
      ...(provider !== undefined && { providers: [provider] }),
    });
    const maxShown = provider === undefined ? MAX_SHOWN : Infinity;
    write(formatResult(values, modelsToJson(found), formatModels(found, maxShown), 2));
    const isRefused = found.some(({ state }) => state === 'failed');
    return values.isSet('check') && isRefused ? EXIT.failed : EXIT.fine;
  },
};

async function requireProviderName(name: string): Promise<string> {
  const { suggestProvider, findProvider } = await import('#agents/model');
  const provider = findProvider(name);
  if (provider) return provider.name;
  throw createUsageError(`unknown provider "${name}": ${suggestProvider(name)}`);
}

async function overrideEnvWithFolderVariables(
  folder: string,
  env: CommandContext['env'],
): Promise<CommandContext['env']> {
  const { readAgentFolder } = await import('#agents/folder');
  return { ...env, ...readAgentFolder(folder, { env }).env };
}
