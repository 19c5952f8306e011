import { omitUndefined } from '#core';
import type { AcpAgent } from '#people/acp';
import { createCompaction, createSessionCommands } from '#people/chat';
import type { Backend } from '#engine/port';
import type { CommandContext, OptionValues } from '../../command.ts';
import { createFolderChatAgent } from '../../chat/chat-agent.ts';
import { readLicense } from '../../chat/package-files.ts';
import type { ServedFolder } from '../../agents/served-folder.ts';

/** Creates an ACP agent with the slash commands and summaries of the terminal chat. */
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
  return {
    name: agentId,
    title: name,
    description,
    ...omitUndefined({ model: model ?? files.settings.model }),
    models: values.texts('offer-model'),
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
