import type { AcpAgent } from '../../acp/index.ts';
import { compactionOf, sessionCommands } from '../../chat/index.ts';
import type { Backend, Clock } from '../../port/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';
import { chatAgentOf } from '../chat/folder-agent.ts';
import { licenseText } from '../chat/license-text.ts';
import type { ServedFolder } from '../served-folder.ts';

/** What the agents of an editor are offered with. */
export interface AcpAgentOptions {
  /** Answers instead of the folder's own model. */
  readonly model: string | undefined;
  /** Further models that the editor may choose. */
  readonly offered: readonly string[];
  readonly env: EnvironmentVariables;
  readonly backend: Backend;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** The agent of a folder as an editor is offered it: with the commands and summaries of the terminal. */
export async function acpAgent(
  folder: ServedFolder,
  path: string,
  { model, offered, env, backend, clock, newId }: AcpAgentOptions,
): Promise<AcpAgent> {
  const { agentId, name, description, folder: files } = folder.definition;
  const agent = await chatAgentOf(folder, path, { model, env, isOwn: true });
  const own = model ?? files.settings.model;
  return {
    name: agentId,
    title: name,
    description,
    ...(own !== undefined && { model: own }),
    models: offered,
    compaction: (session) => compactionOf(agent, session, newId)?.options,
    commands(conversation) {
      return sessionCommands({
        ...agent,
        choices: agent,
        conversation,
        backend,
        summarise: compactionOf(agent, () => conversation.session, newId)?.summarise,
        now: () => clock.now(),
        license: licenseText,
      });
    },
  };
}
