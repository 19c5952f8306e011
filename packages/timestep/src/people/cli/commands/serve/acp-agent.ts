import { omitUndefined } from '#core';
import type { AcpAgent } from '#people/acp';
import { createCompaction, createSessionCommands } from '#people/chat';
import type { AgentModels, Backend } from '#engine/port';
import type { CommandContext, OptionValues } from '../../command.ts';
import { createFolderChatAgent } from '../../chat/chat-agent.ts';
import { readLicense } from '../../chat/package-files.ts';
import type { ServedFolder } from '../../agents/served-folder.ts';

/** Maximum number of models to offer, because some providers have hundreds. */
const MAX_MODELS = 200;

/** Lists the offered models, followed by the models that the providers list. `load` asks the providers. */
function createModelList(
  offered: readonly string[],
  choices: AgentModels | undefined,
): { readonly getModels: () => readonly string[]; readonly load: () => Promise<void> } {
  let models = offered;
  return {
    getModels: () => models,
    async load() {
      const listed = (await choices?.list(undefined).catch(() => [])) ?? [];
      models = [...new Set([...offered, ...listed])].slice(0, MAX_MODELS);
    },
  };
}

/**
 * Creates an ACP agent that has the slash commands of the terminal chat and summarizes
 * conversations like it.
 */
export async function createAcpAgent(
  folder: ServedFolder,
  path: string,
  values: OptionValues,
  { env }: CommandContext,
  backend: Backend,
): Promise<AcpAgent> {
  const { createUuid: newId, systemClock: clock } = await import('#engine/runner');
  const model = values.text('model');
  const { agentId, name, description, folder: files } = folder.definition;
  const agent = await createFolderChatAgent(folder, path, { model, env, isOwn: true });
  const modelList = createModelList(values.texts('offer-model'), agent.models);
  return {
    name: agentId,
    title: name,
    description,
    ...omitUndefined({
      model: model ?? files.settings.model,
      listTextCommands: agent.listCommands,
    }),
    // A getter, because the models of the providers are known later.
    get models() {
      return modelList.getModels();
    },
    loadModels: modelList.load,
    compaction: (session) => createCompaction(agent, session, newId)?.options,
    commands(conversation) {
      return createSessionCommands({
        ...agent,
        choices: agent,
        conversation,
        backend,
        createSummarizer: createCompaction(agent, () => conversation.session, newId)
          ?.createSummarizer,
        now: () => clock.now(),
        license: readLicense,
      });
    },
  };
}
