import { isJsonObject } from '#core';
import type { ReportFolderProblem } from '../problem.ts';
import { type Fields, createFolderFields } from './fields.ts';
import { parseYamlWithMistakes } from './yaml.ts';

/** Parses YAML that begins at line `firstLine` of its file. Undefined after reporting errors. */
export function parseYamlFields(
  text: string,
  file: string,
  report: ReportFolderProblem,
  firstLine = 1,
): Fields | undefined {
  const { value, lines, written, mistakes = [] } = parseYamlWithMistakes(text);
  if (!isJsonObject(value)) {
    // Only the first YAML error is reported, because later errors usually result from it.
    const [line, message] = mistakes[0] ?? [1, 'must have lines of the form "name: value"'];
    report({ severity: 'mistake', file, line: line + firstLine - 1, message });
    return undefined;
  }
  return createFolderFields(value, {
    file,
    lineOf(path) {
      const line = lines?.get(path) ?? (path === '' ? 1 : undefined);
      return line === undefined ? undefined : line + firstLine - 1;
    },
    getSourceText: (path) => written?.get(path),
    report,
  });
}
