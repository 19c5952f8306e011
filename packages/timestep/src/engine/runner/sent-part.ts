import type { JsonObject, Submission } from '#core';

/** Returns what the client sent, without session settings and trace span, to compare repeated submissions. */
export function toComparableSubmission({
  inherited: _inherited,
  entry: _entry,
  by: _by,
  ...submission
}: Submission): Submission {
  if (!hasTraceparent(submission.metadata) && !hasTraceparent(submission.start?.metadata))
    return submission;
  const { metadata, start, ...sent } = submission;
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

function withoutTraceparent(metadata: JsonObject = {}): JsonObject | undefined {
  const { traceparent: _traceparent, ...others } = metadata;
  return Object.keys(others).length === 0 ? undefined : others;
}
