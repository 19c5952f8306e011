import { isJsonObject, describeTooDeep, isNestedTooDeep, parseJson, type JsonValue } from '#core';
import type { ReportFolderProblem } from '../problem.ts';
import { type Fields, createFolderFields } from './fields.ts';
import { jsonWithCommentsToJson } from './json-comments.ts';
import { findJsonFieldLines, hasRepeatedFields } from './json-lines.ts';

export function parseJsonFields(
  text: string,
  file: string,
  report: ReportFolderProblem,
): Fields | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) {
    const line = value === undefined ? findJsonFieldLines(text).brokenAt : 1;
    const message = describeJsonMistake(text, value);
    report({ severity: 'mistake', file, line: line ?? 1, message });
    return undefined;
  }
  if (hasRepeatedFields(text, value)) reportRepeatedFields(text, file, report);
  let lines: ReadonlyMap<string, number> | undefined;
  const lineOf = (path: string): number | undefined =>
    (lines ??= findJsonFieldLines(text).lines).get(path);
  return createFolderFields(value, { file, lineOf, report });
}

/** Fields that must not be repeated, because the order would decide what the agent may do. */
const UNIQUE = /^(?:mcpServers|servers|mcp|permissions)(?:[.[]|$)/;

function reportRepeatedFields(text: string, file: string, report: ReportFolderProblem): void {
  for (const { path, firstLine, line } of findJsonFieldLines(text).repeated) {
    if (!UNIQUE.test(path)) continue;
    const message = `is also in line ${firstLine}: rename or remove one of them`;
    report({ severity: 'mistake', file, line, field: path, message });
  }
}

function describeJsonMistake(text: string, value: JsonValue | undefined): string {
  if (value !== undefined) return 'must be a JSON object';
  if (isNestedTooDeep(text)) return `is ${describeTooDeep()}`;
  return parseJson(jsonWithCommentsToJson(text)) === undefined
    ? 'is not valid JSON'
    : 'has comments or last commas, which JSON does not allow: remove them';
}
