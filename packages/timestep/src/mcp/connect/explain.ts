/** What went wrong, with those of its causes that add something; for people and models. */
export function explain(thrown: unknown): string {
  const said: string[] = [];
  let next: unknown = thrown;
  for (let depth = 0; next !== undefined && depth < 4; depth += 1) {
    const message = messageOf(next);
    if (message !== '' && !said.some((earlier) => earlier.includes(message))) said.push(message);
    next = next instanceof Error ? next.cause : undefined;
  }
  return said.join(': ');
}

/** Node puts several failed addresses under one error without a message of its own. */
function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') {
    return thrown.errors.map(messageOf).join(', ');
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}
