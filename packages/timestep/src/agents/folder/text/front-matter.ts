import type { ReportFolderProblem, FolderProblem } from '../problem.ts';
import { type Fields, createFolderFields } from './fields.ts';
import { parseJsonFields } from './json-fields.ts';
import { quoteInvalidValues } from './quoted-yaml.ts';
import { parseYamlFields } from './yaml-fields.ts';
import { parseYamlWithMistakes } from './yaml.ts';

export interface FrontMatter {
  readonly fields: Fields;
  readonly body: string;
  readonly isThere: boolean;
}

const FENCE = '---';
const FIRST_LINE = 2;

export function splitFrontMatterIfClosed(
  text: string,
): { readonly matter?: string; readonly body: string } | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (lines[0]?.trimEnd() !== FENCE) return { body: lines.join('\n') };
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === FENCE);
  if (end === -1) return undefined;
  return { matter: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') };
}

export function getMarkdownBody(text: string): string {
  const whole = text.replaceAll('\r\n', '\n');
  return (splitFrontMatterIfClosed(whole)?.body ?? whole).trim();
}

/** Parses front matter, adding missing quotes with a warning. Undefined after reporting errors. */
export function parseFrontMatter(
  text: string,
  file: string,
  report: ReportFolderProblem,
): FrontMatter | undefined {
  const parts = splitFrontMatterIfClosed(text.replaceAll('\r\n', '\n'));
  if (!parts) {
    const message = 'starts front matter without a closing line ---';
    report({ severity: 'mistake', file, line: 1, message });
    return undefined;
  }
  const { matter } = parts;
  const body = parts.body.trim();
  if (matter === undefined) {
    return {
      fields: createFolderFields({}, { file, lineOf: () => 1, report }),
      body,
      isThere: false,
    };
  }
  const fields = matter.trimStart().startsWith('{')
    ? parseJsonFields(matter, file, createFileLineReporter(report, 'is JSON front matter and'))
    : parseYamlFrontMatter(matter, file, report);
  return fields && { fields, body, isThere: true };
}

function parseYamlFrontMatter(
  matter: string,
  file: string,
  report: ReportFolderProblem,
): Fields | undefined {
  const { mistakes, isTooMuch } = parseYamlWithMistakes(matter);
  const quoted = mistakes && !isTooMuch ? quoteInvalidValues(matter) : undefined;
  for (const { line, name } of quoted?.lines ?? []) {
    const message = 'is not valid YAML without quotes: put the value in quotes';
    report({ severity: 'warning', file, line: line + 1, field: name, message });
  }
  return parseYamlFields(quoted?.text ?? matter, file, report, FIRST_LINE);
}

function createFileLineReporter(report: ReportFolderProblem, about: string): ReportFolderProblem {
  return ({ field, message, line, ...problem }: FolderProblem) =>
    report({
      ...problem,
      line: line + FIRST_LINE - 1,
      ...(field === undefined ? { message: `${about} ${message}` } : { field, message }),
    });
}
