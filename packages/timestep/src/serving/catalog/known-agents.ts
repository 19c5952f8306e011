import { existsSync } from 'node:fs';
import { findConfigurationFolder } from '#agents/folder';
import { CatalogError } from './catalog-error.ts';
import { isAddress } from './source.ts';
import { readKnownAgents, updateKnownAgents, type SavedAgent } from './known-agents-file.ts';

/** The agents that a user has added or used, stored in a file of the user. */
export interface KnownAgents {
  readonly path: string;
  /** Lists added agents in the order of their addition. Throws `CatalogError`. */
  listAdded(): readonly SavedAgent[];
  /** Lists recently used agents, newest first, whose paths still exist. Throws `CatalogError`. */
  listRecent(): readonly SavedAgent[];
  /** Finds an added agent, or else a used agent, by name or source. Throws `CatalogError`. */
  find(nameOrSource: string): SavedAgent | undefined;
  /**
   * Adds an agent, with a different name if its name is taken. Updates the keys of a saved agent.
   */
  add(agent: SavedAgent): Promise<SavedAgent>;
  /** Removes an agent and resolves to it; undefined if the agent is unknown. */
  remove(nameOrSource: string): Promise<SavedAgent | undefined>;
  recordUse(agent: SavedAgent): Promise<void>;
}

const MOST_RECENT = 10;

/**
 * Opens a file of saved agents, which several processes can share. An invalid file stays unchanged.
 */
export function openKnownAgents(path: string): KnownAgents {
  return {
    path,
    listAdded: () => readKnownAgents(path).known,
    listRecent: () => readKnownAgents(path).recent.filter(sourceExists),
    find(nameOrSource) {
      const { known, recent } = readKnownAgents(path);
      return findSavedAgent([...known, ...recent], nameOrSource);
    },
    add: ({ name, source, card_keys: keys }) =>
      updateKnownAgents(path, ({ known }) => {
        const pinned = keys && { card_keys: keys };
        const before = known.find((one) => one.source === source);
        if (before && !keys) return [before];
        if (before) {
          const updated = { ...before, ...pinned };
          return [updated, { known: known.map((one) => (one === before ? updated : one)) }];
        }
        const names = new Set(known.map((one) => one.name));
        const added = { name: chooseFreeName(name, names), source, ...pinned };
        return [added, { known: [...known, added] }];
      }),
    remove: (nameOrSource) =>
      updateKnownAgents(path, ({ known, recent }) => {
        const found = findSavedAgent([...known, ...recent], nameOrSource);
        if (!found) return [found];
        const isOther = ({ source }: SavedAgent): boolean => source !== found.source;
        return [found, { known: known.filter(isOther), recent: recent.filter(isOther) }];
      }),
    recordUse: ({ name, source }) =>
      updateKnownAgents(path, ({ recent }) => {
        const others = recent.filter((each) => each.source !== source).filter(sourceExists);
        return [undefined, { recent: [{ name, source }, ...others].slice(0, MOST_RECENT) }];
      }),
  };
}

/** Throws `CatalogError` if no environment variable determines the configuration folder. */
export function requireConfigurationFolder(
  env: Readonly<Record<string, string | undefined>>,
): string {
  const folder = findConfigurationFolder(env);
  if (folder !== undefined) return folder;
  const message = 'no configuration folder found: set HOME or TIMESTEP_CONFIG';
  throw new CatalogError('bad-file', message);
}

function findSavedAgent(
  agents: readonly SavedAgent[],
  nameOrSource: string,
): SavedAgent | undefined {
  return (
    agents.find(({ name }) => name === nameOrSource) ??
    agents.find(({ source }) => source === nameOrSource)
  );
}

function sourceExists({ source }: SavedAgent): boolean {
  return isAddress(source) || existsSync(source);
}

function chooseFreeName(wanted: string, names: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; names.has(name); count += 1) name = `${wanted}-${count}`;
  return name;
}
