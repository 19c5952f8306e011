/** What of the graph is shown, as the address says it. */
export interface OrchestrationSearch {
  /** The agent whose calls are shown; absent: those of all. */
  readonly agent?: string;
}

/** Reads what is shown from an address; anything else is left out. */
export function orchestrationSearch(
  search: Readonly<Record<string, unknown>>,
): OrchestrationSearch {
  const { agent } = search;
  if (typeof agent === 'number') return { agent: String(agent) };
  return typeof agent === 'string' && agent !== '' ? { agent } : {};
}
