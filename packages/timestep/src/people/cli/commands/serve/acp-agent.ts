import { omitUndefined } from '#core';
import type { AcpAgent } from '#people/acp';
import { createCompaction, createSessionCommands } from '#people/chat';
import type { Backend, Clock } from '#engine/port';
import type { EnvironmentVariables } from '#agents/model';
import { createFolderChatAgent } from '../../chat/chat-agent.ts';
import { readLicense } from '../../chat/package-files.ts';
import type { ServedFolder } from '../../agents/served-folder.ts';

export interface AcpAgentOptions {
  readonly model: string | undefined;
  readonly offeredModels: readonly string[];
  readonly env: EnvironmentVariables;
  readonly backend: Backend;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Creates an ACP agent with the slash commands and summaries of the terminal chat. */
export async function createAcpAgent(
  folder: ServedFolder,
  path: string,
  { model, offeredModels, env, backend, clock, newId }: AcpAgentOptions,
): Promise<AcpAgent> {
  const { agentId, name, description, folder: files } = folder.definition;
  const agent = await createFolderChatAgent(folder, path, { model, env, isOwn: true });
  return {
    name: agentId,
    title: name,
    description,
    ...omitUndefined({ model: model ?? files.settings.model }),
    models: offeredModels,
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
