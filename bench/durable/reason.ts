const LONGEST = 300;

/** Formats the reason of a failure in one line; for a dead process, its last error. */
export function formatReason(thrown: unknown): string {
  const said = isWithStderr(thrown) ? thrown.stderr : '';
  const error = said.split('\n').findLast((line) => /error\b.*: /i.test(line));
  const message = error ?? (thrown instanceof Error ? thrown.message : String(thrown));
  return message.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST);
}

function isWithStderr(thrown: unknown): thrown is { readonly stderr: string } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'stderr' in thrown &&
    typeof thrown.stderr === 'string'
  );
}
