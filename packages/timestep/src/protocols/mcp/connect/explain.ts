export function explainErrorWithCauses(thrown: unknown): string {
  const said: string[] = [];
  let next: unknown = thrown;
  for (let depth = 0; next !== undefined && depth < 4; depth += 1) {
    const message = getErrorMessage(next);
    if (message !== '' && !said.some((earlier) => earlier.includes(message))) said.push(message);
    next = next instanceof Error ? next.cause : undefined;
  }
  return said.join(': ');
}

/** Returns the message of an error. If several addresses failed, Node throws an error without a message. */
function getErrorMessage(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') {
    return thrown.errors.map(getErrorMessage).join(', ');
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}
