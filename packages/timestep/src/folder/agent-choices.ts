import type { Session } from '../core/index.ts';
import { contextWindowOrDefault } from '../model/index.ts';
import type { AgentChoices, ItemKind, ItemLine } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { agentModels } from './agent-models.ts';
import { ownModelName, variablesOf, type FolderModelOptions } from './folder-model.ts';
import type { AgentDefinition } from './load-agent-folder.ts';
import type { Note } from './note.ts';

/** The parts of an agent of a folder that conversations choose from. */
type ChoosableAgent = Pick<AgentDefinition, 'folder' | 'model' | 'environments' | 'refresh'>;

/** What conversations may choose of the agent of a folder, as its files are when they ask. */
export function agentChoices(
  agent: ChoosableAgent,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
  now: () => number,
): AgentChoices {
  let newest = agent.folder;
  const refreshed = async (): Promise<AgentFolder> => (newest = await agent.refresh());
  return {
    models: agentModels(() => newest, options, now),
    answers: agent.model,
    window: (named) =>
      contextWindowOrDefault(named ?? ownModelName(newest, options), variablesOf(newest, options)),
    items: async (kind, session) => itemsOf(await refreshed(), kind, session, agent),
    hasOwnItems: true,
  };
}

async function itemsOf(
  folder: AgentFolder,
  kind: ItemKind,
  session: Session,
  { environments }: ChoosableAgent,
): Promise<readonly ItemLine[]> {
  const inSession = (name: string): Pick<ItemLine, 'inSession'> => choiceOf(session, kind, name);
  switch (kind) {
    case 'rule':
    case 'reference': {
      const notes = kind === 'rule' ? folder.rules : folder.references;
      return notes.map((note) => ({ ...lineOfNote(note), ...inSession(note.name) }));
    }
    case 'skill':
      return folder.skills.map(({ name, description }) => ({
        name,
        description,
        include: 'agent',
        ...inSession(name),
      }));
    case 'tool':
      return (await environments.default.choices()).map(({ schema, include }) => {
        const { name, description } = schema.function;
        return {
          name,
          ...(description !== undefined && { description }),
          include,
          ...inSession(name),
          needsApproval: needsApproval(session, name, schema.needsApproval ?? false),
        };
      });
  }
}

function lineOfNote({ name, description, include }: Note): ItemLine {
  return { name, ...(description !== undefined && { description }), include };
}

function choiceOf(session: Session, kind: ItemKind, name: string): Pick<ItemLine, 'inSession'> {
  const isIt = (item: Session['include'][number]): boolean =>
    item.kind === kind && item.name === name;
  if (session.exclude.some(isIt)) return { inSession: 'excluded' };
  return session.include.some(isIt) ? { inSession: 'included' } : {};
}

/** What permissions of the folder say of single calls depends on their arguments. */
function needsApproval(session: Session, name: string, ofTool: boolean): boolean {
  const { permitted, settings } = session;
  if (permitted.includes(name) || settings.toolPermission === 'never') return false;
  return settings.toolPermission === 'always' || ofTool;
}
