export interface Registration {
  remove(): void;
}

/** All registrations of one kind on a server, by their definitions. */
export interface Registry<T> {
  /** Removes and adds registrations until they match `wanted`. */
  replaceWith(wanted: readonly (readonly [object, T])[], register: (one: T) => Registration): void;
}

export function createRegistry<T>(): Registry<T> {
  const registered = new Map<object, Registration>();
  return {
    replaceWith(wanted, register) {
      const kept = new Set(wanted.map(([definition]) => definition));
      for (const [definition, one] of registered) {
        if (kept.has(definition)) continue;
        // Removals happen first, because a new registration may have the same name.
        one.remove();
        registered.delete(definition);
      }
      for (const [definition, one] of wanted) {
        if (!registered.has(definition)) registered.set(definition, register(one));
      }
    },
  };
}
