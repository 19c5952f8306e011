import type { JsonObject, Submission } from '../core/index.ts';

/**
 * Returns the part of a submission that is compared when a message is sent again: without the
 * session's additions and without the trace span, which differs in each attempt.
 */
export function toComparableSubmission({
  inherited: _inherited,
  ...submission
}: Submission): Submission {
  const { metadata, start, ...sent } = submission;
  if (!hasTraceparent(metadata) && !hasTraceparent(start?.metadata)) return submission;
  const said = withoutTraceparent(metadata);
  const { metadata: aboutTask, ...begins } = start ?? {};
  const kept = withoutTraceparent(aboutTask);
  const started = { ...begins, ...(kept && { metadata: kept }) };
  return {
    ...sent,
    ...(said && { metadata: said }),
    ...(Object.keys(started).length > 0 && { start: started }),
  };
}

function hasTraceparent(metadata: JsonObject | undefined): boolean {
  return metadata?.['traceparent'] !== undefined;
}

/** Removes the span from metadata. Undefined if nothing else remains. */
function withoutTraceparent(metadata: JsonObject = {}): JsonObject | undefined {
  const { traceparent: _traceparent, ...others } = metadata;
  return Object.keys(others).length === 0 ? undefined : others;
}
