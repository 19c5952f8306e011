import { isJsonObject, type JsonValue } from '../../core/index.ts';
import type { PruneOrder } from './store-upkeep.ts';

const MOST_DAYS = 36_500;

/** The order that a body holds, or what is wrong with the body. */
export function readPruneOrder(body: JsonValue): PruneOrder | string {
  if (!isJsonObject(body)) return 'write an object with days and isDryRun';
  const { days, isDryRun } = body;
  const isCount = typeof days === 'number' && Number.isInteger(days);
  if (!isCount || days < 1 || days > MOST_DAYS) return `days are from 1 to ${MOST_DAYS}`;
  if (typeof isDryRun !== 'boolean') return 'isDryRun is true or false';
  return { days, isDryRun };
}
