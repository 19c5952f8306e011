import { isJsonObject, type JsonValue } from '#core';
import type { PruneRequest } from './store-maintenance.ts';

const MAX_DAYS = 36_500;

/** Parses a request to delete tasks. Returns an error message if the body is invalid. */
export function parsePruneRequest(body: JsonValue): PruneRequest | string {
  if (!isJsonObject(body)) return 'invalid request body: expected an object with days and isDryRun';
  const { days, isDryRun } = body;
  const isCount = typeof days === 'number' && Number.isInteger(days);
  if (!isCount || days < 1 || days > MAX_DAYS) return `days must be from 1 to ${MAX_DAYS}`;
  if (typeof isDryRun !== 'boolean') return 'isDryRun must be true or false';
  return { days, isDryRun };
}
