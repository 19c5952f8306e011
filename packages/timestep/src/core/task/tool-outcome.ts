import type { TaskEvent } from '../events/event.ts';

/** Formats the result or failure of a tool call as text for the model. */
export function formatToolOutcome(
  event: Extract<TaskEvent, { type: 'tool.returned' | 'tool.failed' }>,
): string {
  if (event.type === 'tool.returned') return event.content;
  return formatFailure(event.error.code, event.error.message);
}

const NOT_APPROVED = 'a person did not approve the call';

/** Formats the denial of a tool call as text for the model. */
export function formatDenial({ reason = NOT_APPROVED }: { readonly reason?: string }): string {
  return formatFailure('denied', reason);
}

/** Formats a failure as JSON with an `error` field, as the eval format requires. */
export function formatFailure(error: string, detail?: string): string {
  return JSON.stringify(detail === undefined || detail === error ? { error } : { error, detail });
}
