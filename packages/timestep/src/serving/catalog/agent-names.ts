interface NameRequest {
  /** Key of the agent, the same each time names are given, so that the agent keeps its name. */
  readonly key: string;
  /** The preferred name of the agent, used if no other agent has it. */
  readonly wanted: string;
  /** Whether the agent has no errors. Agents without errors get their names first. */
  readonly isUsable: boolean;
}

export type AssignNames = (seekers: readonly NameRequest[]) => ReadonlyMap<string, string>;

/**
 * Assigns unique names (`weather`, `weather-2`) that stay the same after a restart. An agent keeps
 * its name while others come and go.
 */
export function createNameAssigner(): AssignNames {
  let before = new Map<string, { readonly wanted: string; readonly name: string }>();
  return (seekers) => {
    const given: typeof before = new Map();
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
      .toSorted((a, b) => Number(b.isUsable) - Number(a.isUsable) || (a.key < b.key ? -1 : 1));
    for (const { key, wanted } of waiting) {
      let count = counts.get(wanted) ?? 1;
      const getNumberedName = (): string => (count === 1 ? wanted : `${wanted}-${count}`);
      while (taken.has(getNumberedName())) count += 1;
      counts.set(wanted, count);
      taken.add(getNumberedName());
      given.set(key, { wanted, name: getNumberedName() });
    }
    before = given;
    return new Map([...given].map(([key, { name }]) => [key, name]));
  };
}
