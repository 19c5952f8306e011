/** URL search parameters of the orchestration page. */
export interface OrchestrationSearch {
  /** Agent whose calls are shown. Undefined: all agents. */
  readonly agent?: string;
}

/** Parses the URL search parameters. Invalid ones are ignored. */
export function parseOrchestrationSearch(
  search: Readonly<Record<string, unknown>>,
): OrchestrationSearch {
  const { agent } = search;
  if (typeof agent === 'number') return { agent: String(agent) };
  return typeof agent === 'string' && agent !== '' ? { agent } : {};
}
