import type { JsonObject, Submission } from '../core/index.ts';

/**
 * What a client sent, as it is compared when a message comes again: without what the session of its context
 * adds, and without the span that led to it, which differs each time a client tries.
 */
export function sentPart({ inherited: _inherited, ...submission }: Submission): Submission {
  const { metadata, start, ...sent } = submission;
  if (!isTraced(metadata) && !isTraced(start?.metadata)) return submission;
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

function isTraced(metadata: JsonObject | undefined): boolean {
  return metadata?.['traceparent'] !== undefined;
}

/** `undefined` where nothing else is there. */
function withoutTraceparent(metadata: JsonObject = {}): JsonObject | undefined {
  const { traceparent: _traceparent, ...others } = metadata;
  return Object.keys(others).length === 0 ? undefined : others;
}
