import { findSimilarWord, isJsonObject, type JsonObject } from '#core';
import {
  findWrongExamples,
  listMalformedRules,
  type PermissionRules,
  type RuleEffect,
  type RuleExamples,
} from '#engine/tools';
import type { Fields } from '../../text/fields.ts';
import { findRuleToolProblem, type KnownTools } from './rule-tools.ts';

const EFFECTS: readonly RuleEffect[] = ['deny', 'ask', 'allow'];

/** Parses the permission rules of a folder. A rule is a text, or an object with examples. */
export function parsePermissions(manifest: Fields, known: KnownTools): PermissionRules {
  const fields = manifest.getObject('permissions');
  reportUnknownFieldsAsMistakes(fields, EFFECTS);
  return Object.fromEntries(
    EFFECTS.flatMap((effect) => {
      const rules = parseRules(fields, effect, known);
      return rules ? [[effect, rules] as const] : [];
    }),
  );
}

function reportUnknownFieldsAsMistakes(fields: Fields, known: readonly string[]): void {
  for (const name of Object.keys(fields.value)) {
    if (known.includes(name)) continue;
    const meant = findSimilarWord(name, known);
    const advice =
      meant === undefined ? `use one of ${known.join(', ')}` : `did you mean ${meant}?`;
    fields.reportMistake(name, `is unknown: ${advice}`);
  }
}

function parseRules(
  fields: Fields,
  effect: RuleEffect,
  known: KnownTools,
): readonly string[] | undefined {
  const given = fields.value[effect];
  if (!Array.isArray(given)) return fields.getTexts(effect);
  return given.flatMap((entry, index): string[] => {
    const name = `${effect}[${index}]`;
    const one = fields.withValue({ [name]: entry });
    const rule = isJsonObject(entry)
      ? parseRuleWithExamples(one.getObject(name), effect)
      : one.getText(name);
    if (rule === undefined) return [];
    const [malformed] = listMalformedRules({ [effect]: [rule] });
    const problem = malformed ? undefined : findRuleToolProblem(rule, known);
    if (malformed) one.reportMistake(name, `is the rule "${rule}", which ${malformed.why}`);
    if (problem?.severity === 'mistake') one.reportMistake(name, problem.message);
    if (problem?.severity === 'warning') one.reportWarning(name, problem.message);
    return [rule];
  });
}

function parseRuleWithExamples(fields: Fields, effect: RuleEffect): string | undefined {
  reportUnknownFieldsAsMistakes(fields, ['rule', 'matches', 'misses']);
  const rule = fields.requireText('rule');
  const examples: RuleExamples = {
    matches: parseExamples(fields, 'matches'),
    misses: parseExamples(fields, 'misses'),
  };
  if (rule === '') return undefined;
  for (const { list, index, isMatched, doubt } of findWrongExamples(effect, rule, examples)) {
    const verdict = isMatched ? 'is matched' : 'is not matched';
    const because = doubt === undefined ? '' : `, because ${doubt}`;
    fields.reportMistake(`${list}[${index}]`, `${verdict} by the rule "${rule}"${because}`);
  }
  return rule;
}

function parseExamples(fields: Fields, name: keyof RuleExamples): readonly JsonObject[] {
  return (fields.getObjects(name) ?? []).map(({ value }) => value);
}
