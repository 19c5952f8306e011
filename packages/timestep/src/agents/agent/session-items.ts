import { type Session, omitUndefined } from '#core';
import type { ItemKind, ItemLine } from '#engine/port';
import type { AgentFolder } from '#agents/folder';
import type { FolderEnvironment } from './environment/folder-environment.ts';

export async function listItemsForSession(
  folder: AgentFolder,
  kind: ItemKind,
  session: Session,
  environment: Pick<FolderEnvironment, 'listChoices'>,
): Promise<readonly ItemLine[]> {
  const toLine = ({
    name,
    description,
    include = 'agent',
  }: Partial<ItemLine> & Pick<ItemLine, 'name'>) => ({
    name,
    ...omitUndefined({ description }),
    include,
    ...getSessionInclusion(session, kind, name),
  });
  switch (kind) {
    case 'rule':
      return folder.rules.map(toLine);
    case 'reference':
      return folder.references.map(toLine);
    case 'skill':
      return folder.skills.map(toLine);
    case 'tool':
      return (await environment.listChoices()).map(({ schema, include }) => ({
        ...toLine({ ...schema.function, include }),
        needsApproval: needsApproval(session, schema.function.name, schema.needsApproval ?? false),
      }));
  }
}

function getSessionInclusion(
  session: Session,
  kind: ItemKind,
  name: string,
): Pick<ItemLine, 'inSession'> {
  const isThisItem = (item: Session['include'][number]): boolean =>
    item.kind === kind && item.name === name;
  if (session.exclude.some(isThisItem)) return { inSession: 'excluded' };
  return session.include.some(isThisItem) ? { inSession: 'included' } : {};
}

/**
 * Whether calls of a tool need approval, without permission rules, which depend on the arguments.
 */
function needsApproval(session: Session, name: string, toolDefault: boolean): boolean {
  const { consents = [], settings } = session;
  const isConsented = consents.some(
    ({ definition, covers }) => definition.name === name && covers === 'tool',
  );
  if (isConsented || settings.toolPermission === 'never') return false;
  return settings.toolPermission === 'always' || toolDefault;
}
