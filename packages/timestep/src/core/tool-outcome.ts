import type { TaskEvent } from './event.ts';

/** What a model reads of a call's outcome. */
export function outcomeContent(
  event: Extract<TaskEvent, { type: 'tool.returned' | 'tool.failed' }>,
): string {
  if (event.type === 'tool.returned') return event.content;
  return failureContent(event.error.code, event.error.message);
}

const NOT_APPROVED = 'a person did not approve the call';

/** What a model reads of a call that was not approved. */
export function denialContent({ reason = NOT_APPROVED }: { readonly reason?: string }): string {
  return failureContent('denied', reason);
}

/** A failure as the eval format has it: JSON with an `error` field. */
export function failureContent(error: string, detail?: string): string {
  return JSON.stringify(detail === undefined || detail === error ? { error } : { error, detail });
}
