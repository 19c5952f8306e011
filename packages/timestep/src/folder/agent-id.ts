/** The name of an agent in lower case with dashes, as it fits into addresses. */
export function agentIdOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'agent';
}
