import type { Session } from '../../core/index.ts';
import { getContextWindowOrDefault } from '../model/index.ts';
import type { AgentChoices, ItemKind, ItemLine } from '../../engine/port/index.ts';
import type { AgentFolder, Note } from '../folder/index.ts';
import { createAgentModels } from './agent-models.ts';
import { getOwnModelName, mergeVariables, type FolderModelOptions } from './folder-model.ts';
import type { AgentDefinition } from './load-agent.ts';

type ChoosableAgent = Pick<AgentDefinition, 'folder' | 'model' | 'environments' | 'refresh'>;

/** Returns what sessions may choose for an agent, as its current files define it. */
export function createAgentChoices(
  agent: ChoosableAgent,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
  now: () => number,
): AgentChoices {
  let newest = agent.folder;
  const refreshFolder = async (): Promise<AgentFolder> => (newest = await agent.refresh());
  return {
    models: createAgentModels(() => newest, options, now),
    answers: agent.model,
    getContextWindow: (named) =>
      getContextWindowOrDefault(
        named ?? getOwnModelName(newest, options),
        mergeVariables(newest, options),
      ),
    listItems: async (kind, session) => listItems(await refreshFolder(), kind, session, agent),
    hasOwnItems: true,
  };
}

async function listItems(
  folder: AgentFolder,
  kind: ItemKind,
  session: Session,
  { environments }: ChoosableAgent,
): Promise<readonly ItemLine[]> {
  const getStateOf = (name: string): Pick<ItemLine, 'inSession'> =>
    getSessionState(session, kind, name);
  switch (kind) {
    case 'rule':
    case 'reference': {
      const notes = kind === 'rule' ? folder.rules : folder.references;
      return notes.map((note) => ({ ...noteToItemLine(note), ...getStateOf(note.name) }));
    }
    case 'skill':
      return folder.skills.map(({ name, description }) => ({
        name,
        description,
        include: 'agent',
        ...getStateOf(name),
      }));
    case 'tool':
      return (await environments.default.listChoices()).map(({ schema, include }) => {
        const { name, description } = schema.function;
        return {
          name,
          ...(description !== undefined && { description }),
          include,
          ...getStateOf(name),
          needsApproval: needsApproval(session, name, schema.needsApproval ?? false),
        };
      });
  }
}

function noteToItemLine({ name, description, include }: Note): ItemLine {
  return { name, ...(description !== undefined && { description }), include };
}

function getSessionState(
  session: Session,
  kind: ItemKind,
  name: string,
): Pick<ItemLine, 'inSession'> {
  const isThisItem = (item: Session['include'][number]): boolean =>
    item.kind === kind && item.name === name;
  if (session.exclude.some(isThisItem)) return { inSession: 'excluded' };
  return session.include.some(isThisItem) ? { inSession: 'included' } : {};
}

/** The folder's rules for single calls are not considered: they depend on the arguments. */
function needsApproval(session: Session, name: string, toolDefault: boolean): boolean {
  const { permitted, settings } = session;
  if (permitted.includes(name) || settings.toolPermission === 'never') return false;
  return settings.toolPermission === 'always' || toolDefault;
}
