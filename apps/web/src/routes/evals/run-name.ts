/** Suggests a name for a run: it contains the time in seconds, so that it is probably unused. */
export function suggestRunName(suite: string, agent: string, at: Date): string {
  const words = `${suite.replace(/\.jsonl$/, '')}-${agent}`;
  const safe = words.replaceAll(/[^A-Za-z0-9._]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `${safe.slice(0, 60) || 'run'}-${stamp}`;
}
