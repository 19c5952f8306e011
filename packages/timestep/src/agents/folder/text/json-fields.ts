import { isJsonObject, parseJson } from '#core';
import type { ReportFolderProblem } from '../problem.ts';
import { type Fields, createFields } from './fields.ts';
import { findJsonLines } from './json-lines.ts';

export function parseJsonFields(
  text: string,
  file: string,
  report: ReportFolderProblem,
): Fields | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) {
    const line = value === undefined ? findJsonLines(text).brokenAt : 1;
    const message = value === undefined ? 'is not valid JSON' : 'must be a JSON object';
    report({ severity: 'mistake', file, line: line ?? 1, message });
    return undefined;
  }
  let lines: ReadonlyMap<string, number> | undefined;
  const lineOf = (path: string): number | undefined =>
    (lines ??= findJsonLines(text).lines).get(path);
  return createFields(value, { file, lineOf, report });
}
