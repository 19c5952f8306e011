/** What wants a name. */
interface NameSeeker {
  /** The same for the same agent. */
  readonly key: string;
  /** The name that it would have alone. */
  readonly wanted: string;
  /** Whether it goes before those that cannot be used. */
  readonly isUsable: boolean;
}

/** Gives each of several agents a name of its own. */
export type GiveNames = (seekers: readonly NameSeeker[]) => ReadonlyMap<string, string>;

/**
 * Names are unique: `weather`, `weather-2`. An agent keeps its name as long as it is there and wants the
 * same one; new ones are named in the order of their keys, so that the same agents have the same names
 * after a restart, in whatever order they are given.
 */
export function agentNames(): GiveNames {
  let before = new Map<string, { readonly wanted: string; readonly name: string }>();
  return (seekers) => {
    const given = new Map<string, { readonly wanted: string; readonly name: string }>();
    const taken = new Set<string>();
    for (const { key, wanted } of seekers) {
      const kept = before.get(key);
      if (kept?.wanted !== wanted) continue;
      given.set(key, kept);
      taken.add(kept.name);
    }
    const counts = new Map<string, number>();
    const waiting = seekers
      .filter(({ key }) => !given.has(key))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    for (const { key, wanted } of [
      ...waiting.filter(({ isUsable }) => isUsable),
      ...waiting.filter(({ isUsable }) => !isUsable),
    ]) {
      let count = counts.get(wanted) ?? 1;
      const nameNow = (): string => (count === 1 ? wanted : `${wanted}-${count}`);
      while (taken.has(nameNow())) count += 1;
      counts.set(wanted, count);
      taken.add(nameNow());
      given.set(key, { wanted, name: nameNow() });
    }
    before = given;
    return new Map([...given].map(([key, { name }]) => [key, name]));
  };
}
