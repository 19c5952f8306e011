import { createInvalidParamsError } from '../wire/a2a-error.ts';

const HEADER = 'Last-Event-ID';

/** Reads the last task generation that the client received completely. Throws `A2AError`. */
export function readLastEventId(headers: Headers): number | undefined {
  const given = headers.get(HEADER)?.trim();
  if (given === undefined || given === '') return undefined;
  const seen = Number(given);
  if (/^\d+$/.test(given) && Number.isSafeInteger(seen)) return seen;
  throw createInvalidParamsError(
    HEADER,
    'must be the id of an event of this stream (a whole number)',
  );
}
