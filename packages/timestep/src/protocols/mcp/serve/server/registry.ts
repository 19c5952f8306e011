export interface Registration {
  remove(): void;
}

interface Registry {
  /** Removes and adds registrations until they match `wanted`. */
  replaceWith(wanted: readonly (readonly [definition: object, () => Registration])[]): void;
}

export function createRegistry(): Registry {
  const registered = new Map<object, Registration>();
  return {
    replaceWith(wanted) {
      const definitions = new Set(wanted.map(([definition]) => definition));
      for (const [definition, one] of registered) {
        if (definitions.has(definition)) continue;
        // Removals happen first, because a new registration may have the same name.
        one.remove();
        registered.delete(definition);
      }
      for (const [definition, register] of wanted) {
        if (!registered.has(definition)) registered.set(definition, register());
      }
    },
  };
}
