/** Maximum characters of a server's message that are shown. */
const MAX_CHARACTERS = 500;

/** Progress of a call (MCP 2025-06-18, Progress). */
interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Formats progress for a user, such as `Reading (40 of 200)`. */
export function formatProgress({ progress, total, message }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress} of ${total}`;
  if (message === undefined || message === '') return share;
  return `${message.slice(0, MAX_CHARACTERS)} (${share})`;
}
