import type { JsonValue } from '#core';
import { RESERVED_NAMES } from './choose-script-reply.ts';
import { reportInvalidFields } from './check-shape.ts';
import { compilePattern } from './match-rule.ts';
import { ScriptError, type Rule, type RuleReply, type Script } from './script.ts';
import { FILTER_NAMES, listPlaceholders } from './template.ts';

type ReportProblem = (path: string, problem: string) => void;

/** Checks a script. Throws `ScriptError` with `source` and every invalid field. */
export function checkScript(value: unknown, source: string): Script {
  const problems: string[] = [];
  const report: ReportProblem = (path, problem) => problems.push(`${path} ${problem}`);
  reportInvalidFields(value, report);
  if (problems.length === 0) reportInvalidNames(value as Script, report);
  if (problems.length > 0) {
    throw new ScriptError('bad-script', `the script ${source} is invalid: ${problems.join('; ')}`);
  }
  return value as Script;
}

function reportInvalidNames(script: Script, report: ReportProblem): void {
  const variables = Object.keys(script.variables ?? {});
  for (const name of variables) reportIfReserved(name, `variables.${name}`, report);
  script.rules.forEach((rule, index) => {
    const path = `rules[${index}]`;
    const groups = listPatternGroups(rule);
    for (const name of groups) reportIfReserved(name, `${path}.when`, report);
    reportUnknownPlaceholders(rule.reply, `${path}.reply`, [...variables, ...groups], report);
  });
  if (script.otherwise !== undefined) {
    reportUnknownPlaceholders(script.otherwise, 'otherwise', variables, report);
  }
}

function reportIfReserved(name: string, path: string, report: ReportProblem): void {
  if (RESERVED_NAMES.includes(name)) report(path, `uses the reserved name "${name}"`);
}

function listPatternGroups({ when = {} }: Rule): string[] {
  const conditions = [when.user, when.tool_result];
  return conditions.flatMap((condition) => {
    const source = typeof condition === 'object' ? condition.matches : undefined;
    return source === undefined ? [] : parseGroupNames(source);
  });
}

function parseGroupNames(source: string): string[] {
  // With an empty alternative, the pattern always matches, and the match lists all group names.
  return Object.keys(compilePattern(`${source}|`).exec('')?.groups ?? {});
}

function reportUnknownPlaceholders(
  reply: RuleReply,
  path: string,
  ownNames: readonly string[],
  report: ReportProblem,
): void {
  for (const text of collectTexts(reply as JsonValue)) {
    for (const { written, name, filter } of listPlaceholders(text)) {
      if (![...RESERVED_NAMES, ...ownNames].includes(name)) {
        report(path, `has ${written}, which is neither a group of its rule nor a variable`);
      }
      if (filter !== undefined && !FILTER_NAMES.includes(filter)) {
        const filters = FILTER_NAMES.join(', ');
        report(path, `has ${written} with an unknown filter: use one of ${filters}`);
      }
    }
  }
}

function collectTexts(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(collectTexts)
    : [];
}
