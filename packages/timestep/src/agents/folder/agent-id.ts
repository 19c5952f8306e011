/** Converts an agent's name to a form for URLs: lowercase words with dashes. */
export function nameToAgentId(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'agent';
}
