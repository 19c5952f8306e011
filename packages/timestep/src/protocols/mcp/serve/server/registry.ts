export interface Registration {
  remove(): void;
}

/** Removes and adds registrations, keyed by definition, until they match `wanted`. */
export function updateRegistrations(
  registered: Map<object, Registration>,
  wanted: readonly (readonly [definition: object, register: () => Registration])[],
): void {
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
}
