import { fieldsIn, fieldsOf, type Fields } from './fields.ts';
import type { FolderProblem, Report } from './problem.ts';
import { withQuotedValues } from './quoted-values.ts';
import { parseYaml, yamlFields } from './yaml-fields.ts';

/** A file of front matter between lines `---`, and text below it. */
export interface FrontMatter {
  readonly fields: Fields;
  /** The text below, without spaces around it. */
  readonly body: string;
  /** Whether there is any front matter. */
  readonly isThere: boolean;
}

const FENCE = '---';
/** Front matter begins below the first fence. */
const FIRST_LINE = 2;

/** Where front matter and text are in a file. */
export interface FrontMatterParts {
  readonly matter?: string;
  readonly body: string;
}

/** Divides a file; `undefined` where no line closes its front matter. */
export function partsOf(text: string): FrontMatterParts | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (lines[0]?.trimEnd() !== FENCE) return { body: lines.join('\n') };
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === FENCE);
  if (end === -1) return undefined;
  return { matter: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') };
}

/**
 * Reads a file whose front matter is YAML or a JSON object. A value that holds a colon and is not in
 * quotes, which other programs accept, is read as it is meant, with a warning. `undefined` where
 * mistakes are reported.
 */
export function readFrontMatter(
  text: string,
  file: string,
  report: Report,
): FrontMatter | undefined {
  const parts = partsOf(text.replaceAll('\r\n', '\n'));
  if (!parts) {
    const message = 'opens front matter that no line --- closes';
    report({ severity: 'mistake', file, line: 1, message });
    return undefined;
  }
  const { matter } = parts;
  const body = parts.body.trim();
  if (matter === undefined) {
    return { fields: fieldsOf({}, { file, lineOf: () => 1, report }), body, isThere: false };
  }
  const fields = matter.trimStart().startsWith('{')
    ? fieldsIn(matter, file, below(report, 'is front matter that begins as JSON and'))
    : yamlIn(matter, file, report);
  return fields && { fields, body, isThere: true };
}

function yamlIn(matter: string, file: string, report: Report): Fields | undefined {
  const parsed = parseYaml(matter);
  if (parsed.mistakes && !parsed.isTooMuch) {
    const quoted = withQuotedValues(matter);
    if (quoted) {
      for (const { line, name } of quoted.lines) {
        const message = 'is not YAML without quotes: put the value in quotes';
        report({ severity: 'warning', file, line: line + 1, field: name, message });
      }
      return yamlFields(quoted.text, file, report, FIRST_LINE);
    }
  }
  return yamlFields(matter, file, report, FIRST_LINE);
}

/** Problems of a text that begins at the second line of its file. */
function below(report: Report, about: string): Report {
  return ({ field, message, line, ...problem }: FolderProblem) =>
    report({
      ...problem,
      line: line + FIRST_LINE - 1,
      ...(field === undefined ? { message: `${about} ${message}` } : { field, message }),
    });
}
