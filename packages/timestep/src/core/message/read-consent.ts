import type { ApprovalDecision } from '../events/event.ts';
import { readObject, readText, readWord, requireText, type Fields } from '../fields.ts';
import { omitUndefined } from '../data/omit-undefined.ts';
import { isJsonObject } from '../data/json.ts';

/**
 * Reads from a JSON decision how long an approval holds, which calls it covers (`arguments`,
 * `tool`, or `{rule}`) and the digest of the call that was shown.
 */
export function readConsent(fields: Fields): Pick<ApprovalDecision, 'scope' | 'covers' | 'digest'> {
  const given = isJsonObject(fields.object['covers']) ? readObject(fields, 'covers') : undefined;
  return omitUndefined({
    scope: readWord(fields, 'scope', ['once', 'session', 'always']),
    covers: given
      ? { rule: requireText(given, 'rule') }
      : readWord(fields, 'covers', ['arguments', 'tool']),
    digest: readText(fields, 'digest'),
  });
}
