import { type JsonValue, isJsonObject } from '#core';
import type { ReportFolderProblem } from '../problem.ts';
import { type Fields, createFields } from './fields.ts';
import { findJsonLines } from './json-lines.ts';

export function parseJsonFields(
  text: string,
  file: string,
  report: ReportFolderProblem,
): Fields | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    const { brokenAt: line = 1 } = findJsonLines(text);
    report({ severity: 'mistake', file, line, message: 'is not valid JSON' });
    return undefined;
  }
  if (!isJsonObject(value)) {
    report({ severity: 'mistake', file, line: 1, message: 'must be a JSON object' });
    return undefined;
  }
  let lines: ReadonlyMap<string, number> | undefined;
  const lineOf = (path: string): number | undefined =>
    (lines ??= findJsonLines(text).lines).get(path);
  return createFields(value, { file, lineOf, report });
}
