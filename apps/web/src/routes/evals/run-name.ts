/** A name for a run that is not taken yet: its suite, its agent and the second in which it was asked for. */
export function runName(suite: string, agent: string, at: Date): string {
  const words = `${suite.replace(/\.jsonl$/, '')}-${agent}`;
  const safe = words.replaceAll(/[^A-Za-z0-9._]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `${safe.slice(0, 60) || 'run'}-${stamp}`;
}
