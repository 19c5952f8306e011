import type { Session } from '../../core/index.ts';
import type {
  AgentChoices,
  AgentFn,
  ItemKind,
  ItemLine,
  AgentModels,
} from '../../engine/port/index.ts';
import { omitUndefined, type AgentFolder } from '../folder/index.ts';
import {
  getContextWindowOrDefault,
  listModels,
  ModelError,
  PROVIDERS,
  type EnvironmentVariables,
  type ProviderModels,
} from '../model/index.ts';
import {
  getOwnModelName,
  mergeVariables,
  type FolderModelOptions,
  createSessionModel,
} from './folder-model.ts';
import type { LiveEnvironment } from './live-environment.ts';

/** The parts of an agent that answer messages, according to its current files. */
export interface AnsweringAgent {
  readonly folder: AgentFolder;
  readonly model: AgentFn;
  readonly environments: { readonly default: LiveEnvironment };
  refresh(): Promise<AgentFolder>;
}

/** Returns what sessions may choose for an agent, as its current files define it. */
export function createAgentChoices(
  agent: AnsweringAgent,
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
  { environments }: AnsweringAgent,
): Promise<readonly ItemLine[]> {
  const toLine = ({
    name,
    description,
    include = 'agent',
  }: Partial<ItemLine> & Pick<ItemLine, 'name'>) => ({
    name,
    ...omitUndefined({ description }),
    include,
    ...getSessionState(session, kind, name),
  });
  switch (kind) {
    case 'rule':
      return folder.rules.map(toLine);
    case 'reference':
      return folder.references.map(toLine);
    case 'skill':
      return folder.skills.map(toLine);
    case 'tool':
      return (await environments.default.listChoices()).map(({ schema, include }) => ({
        ...toLine({ ...schema.function, include }),
        needsApproval: needsApproval(session, schema.function.name, schema.needsApproval ?? false),
      }));
  }
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

/** Short, because a user is waiting. */
const TIMEOUT_MS = 5000;
/** Lists seldom change but are requested with every key press. */
const KEPT_MS = 60_000;

function createAgentModels(
  folder: () => AgentFolder,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
  now: () => number,
): AgentModels {
  const getVariables = (): EnvironmentVariables => mergeVariables(folder(), options);
  const getOwnModel = (): string | undefined => getOwnModelName(folder(), options);
  const lists = cacheFor(KEPT_MS, now, () =>
    listModels({ env: getVariables(), timeoutMs: TIMEOUT_MS }),
  );
  return {
    getOwnModel,
    check(model) {
      createSessionModel(model, folder(), options);
    },
    providers: () =>
      PROVIDERS.map(({ name, keyVariables, keyNeeded }) => {
        const [first] = keyVariables;
        const isReady = keyVariables.some((variable) => (getVariables()[variable] ?? '') !== '');
        return { name, isReady, ...(keyNeeded && first !== undefined && { keyVariable: first }) };
      }),
    list: async (provider) => listModelNames(await lists(), provider),
  };
}

/** Throws `ModelError` if a single requested provider has no list. */
function listModelNames(
  providers: readonly ProviderModels[],
  provider: string | undefined,
): string[] {
  const asked = providers.filter((one) => provider === undefined || one.provider === provider);
  const [only] = provider === undefined ? [] : asked;
  if (only && only.state !== 'ready') throw new ModelError('model-not-found', only.message);
  return asked.flatMap((one) => (one.state === 'ready' ? one.models.map(({ name }) => name) : []));
}

function cacheFor<Value>(
  ttlMs: number,
  now: () => number,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readonly asked: Promise<Value>; readonly at: number } | undefined;
  return () => {
    if (!kept || now() - kept.at > ttlMs) kept = { asked: load(), at: now() };
    return kept.asked;
  };
}
