import { invalidParams } from '../wire/a2a-error.ts';

const HEADER = 'Last-Event-ID';

/**
 * The generation up to which a reader has received everything, where the reader says so; throws
 * `A2AError` for a value that was never an id of a stream.
 */
export function lastEventId(headers: Headers): number | undefined {
  const given = headers.get(HEADER)?.trim();
  if (given === undefined || given === '') return undefined;
  const seen = Number(given);
  if (/^\d+$/.test(given) && Number.isSafeInteger(seen)) return seen;
  throw invalidParams(HEADER, 'must be the id of an event of this stream, a whole number');
}
