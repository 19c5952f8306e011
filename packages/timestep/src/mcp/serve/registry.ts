/** Something that was registered on a server and can be taken from it. */
export interface Registered {
  remove(): void;
}

/** What of one kind is registered on a server, by the definition that it came from. */
export interface Registry<T> {
  /** Takes away what is not wanted any more, and registers what is new; the rest is left alone. */
  become(wanted: readonly (readonly [object, T])[], register: (one: T) => Registered): void;
}

export function createRegistry<T>(): Registry<T> {
  const registered = new Map<object, Registered>();
  return {
    become(wanted, register) {
      const kept = new Set(wanted.map(([definition]) => definition));
      for (const [definition, one] of registered) {
        if (kept.has(definition)) continue;
        // First, because what takes its place may have its name.
        one.remove();
        registered.delete(definition);
      }
      for (const [definition, one] of wanted) {
        if (!registered.has(definition)) registered.set(definition, register(one));
      }
    },
  };
}
