import { existsSync } from 'node:fs';
import { CatalogError } from './catalog-error.ts';
import { isAddress } from './source.ts';
import { readKept, withKept, type KeptAgent } from './kept-agents.ts';

/** The agents that a person knows and uses, in a file of theirs. */
export interface KnownAgents {
  /** The file. */
  readonly path: string;
  /** Those that were added, until they are removed, in their order. Throws `CatalogError`. */
  known(): readonly KeptAgent[];
  /** Those that were used last, the newest first, without paths that are gone. Throws `CatalogError`. */
  recent(): readonly KeptAgent[];
  /** Finds one that was added, else one that was used, by name or source. Throws `CatalogError`. */
  find(nameOrSource: string): KeptAgent | undefined;
  /**
   * Adds an agent, under another name where there is one of that name already. One whose source is
   * known stays as it is, but for keys that are given. Resolves to the agent as it is kept.
   */
  add(agent: KeptAgent): Promise<KeptAgent>;
  /** Forgets an agent, by name or source; resolves to it, or to nothing where there is none. */
  remove(nameOrSource: string): Promise<KeptAgent | undefined>;
  /** Notes that an agent was used. */
  use(agent: KeptAgent): Promise<void>;
}

/** How many of those that were used are kept. */
const MOST_RECENT = 10;

/**
 * The agents that a file keeps, which need not exist yet. A change is made by one process at a time, so
 * that none is lost, and by replacing the file. A file that cannot be read is left as it is.
 */
export function knownAgents(path: string): KnownAgents {
  return {
    path,
    known: () => readKept(path).known,
    recent: () => readKept(path).recent.filter(isThere),
    find(nameOrSource) {
      const { known, recent } = readKept(path);
      return found([...known, ...recent], nameOrSource);
    },
    add: (agent) =>
      withKept(path, (kept) => {
        const { known } = kept;
        const before = known.find(({ source }) => source === agent.source);
        const { card_keys: keys } = agent;
        if (before && !keys) return { result: before };
        if (before && keys) {
          const result = { ...before, card_keys: keys };
          const next = { ...kept, known: known.map((one) => (one === before ? result : one)) };
          return { result, next };
        }
        const names = new Set(known.map(({ name }) => name));
        const added = { ...agent, name: freeName(agent.name, names) };
        return { result: added, next: { ...kept, known: [...known, added] } };
      }),
    remove: (nameOrSource) =>
      withKept(path, (kept) => {
        const result = found([...kept.known, ...kept.recent], nameOrSource);
        if (!result) return { result };
        const isOther = ({ source }: KeptAgent): boolean => source !== result.source;
        const [known, recent] = [kept.known.filter(isOther), kept.recent.filter(isOther)];
        return { result, next: { ...kept, known, recent } };
      }),
    use: ({ name, source }) =>
      withKept(path, (kept) => {
        const others = kept.recent.filter((each) => each.source !== source).filter(isThere);
        const recent = [{ name, source }, ...others].slice(0, MOST_RECENT);
        return { result: undefined, next: { ...kept, recent } };
      }),
  };
}

/** The folder of a person's configuration, by the variables of the process. Throws `CatalogError`. */
export function configurationFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { TIMESTEP_CONFIG: own, XDG_CONFIG_HOME: all } = env;
  const home = env['HOME'] || env['USERPROFILE'];
  if (own) return own;
  if (all) return `${all}/timestep`;
  if (home) return `${home}/.config/timestep`;
  const message = 'it is not known where your configuration is: set HOME or TIMESTEP_CONFIG';
  throw new CatalogError('bad-file', message);
}

function found(agents: readonly KeptAgent[], nameOrSource: string): KeptAgent | undefined {
  return (
    agents.find(({ name }) => name === nameOrSource) ??
    agents.find(({ source }) => source === nameOrSource)
  );
}

function isThere({ source }: KeptAgent): boolean {
  return isAddress(source) || existsSync(source);
}

function freeName(wanted: string, names: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; names.has(name); count += 1) name = `${wanted}-${count}`;
  return name;
}
