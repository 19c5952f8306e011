import type { JsonValue } from '../../core/index.ts';
import { patternOf } from './match-rule.ts';
import { RESERVED_NAMES } from './reply-from-script.ts';
import type { Rule, Script, RuleReply } from './script.ts';
import { ScriptError } from './script-error.ts';
import {
  anything,
  aCount,
  aText,
  listOf,
  objectOf,
  oneOrMore,
  recordOf,
  textOr,
  type Report,
  type Shape,
} from './shape.ts';
import { FILTER_NAMES, placeholdersIn } from './template.ts';

const aPattern: Shape = (value, path, report) => {
  if (typeof value !== 'string') return aText(value, path, report);
  try {
    patternOf(value);
  } catch (thrown) {
    report(path, thrown instanceof Error ? thrown.message : 'is not a regular expression');
  }
};

const aTextCondition = { contains: aText, matches: aPattern };

const aReply = textOr((value, path, report) => {
  objectOf({
    say: aText,
    call: oneOrMore(objectOf({ tool: aText, arguments: recordOf(anything) }, ['tool'])),
  })(value, path, report);
  if (typeof value === 'object' && value !== null && !('say' in value) && !('call' in value)) {
    report(path, 'must say something or call a tool');
  }
});

const aScript = objectOf(
  {
    name: aText,
    variables: recordOf(aText),
    rules: listOf(
      objectOf(
        {
          name: aText,
          when: objectOf({
            user: textOr(objectOf(aTextCondition)),
            tool_result: textOr(
              objectOf({
                ...aTextCondition,
                tool: aText,
                fields: recordOf(anything),
                has: listOf(aText),
              }),
            ),
            step: aCount,
            tools: listOf(aText),
          }),
          reply: aReply,
        },
        ['reply'],
      ),
    ),
    otherwise: aReply,
  },
  ['rules'],
);

/**
 * Checks that a value is a script which can be followed. Throws `ScriptError` naming `source` and
 * every field that is wrong: unknown keys, bad patterns, placeholders that nothing will fill.
 */
export function checkScript(value: unknown, source: string): Script {
  const problems: string[] = [];
  const report: Report = (path, problem) => problems.push(`${path || 'the script'} ${problem}`);
  aScript(value, '', report);
  // The meaning is checked only where the shape is right.
  if (problems.length === 0) checkNames(value as Script, report);
  if (problems.length > 0) {
    throw new ScriptError('bad-script', `${source}: ${problems.join('; ')}`);
  }
  return value as Script;
}

function checkNames(script: Script, report: Report): void {
  const variables = Object.keys(script.variables ?? {});
  for (const name of variables) checkOwnName(name, `variables.${name}`, report);
  script.rules.forEach((rule, index) => {
    const path = `rules[${index}]`;
    const groups = groupsOf(rule);
    for (const name of groups) checkOwnName(name, `${path}.when`, report);
    checkPlaceholders(rule.reply, `${path}.reply`, [...variables, ...groups], report);
  });
  if (script.otherwise !== undefined) {
    checkPlaceholders(script.otherwise, 'otherwise', variables, report);
  }
}

function checkOwnName(name: string, path: string, report: Report): void {
  if (RESERVED_NAMES.includes(name)) report(path, `uses the name "${name}", which is taken`);
}

function groupsOf({ when = {} }: Rule): string[] {
  const conditions = [when.user, when.tool_result];
  return conditions.flatMap((condition) => {
    const source = typeof condition === 'object' ? condition.matches : undefined;
    return source === undefined ? [] : groupNames(source);
  });
}

function groupNames(source: string): string[] {
  // With an empty alternative any pattern matches, and so its groups are known.
  return Object.keys(patternOf(`${source}|`).exec('')?.groups ?? {});
}

function checkPlaceholders(
  reply: RuleReply,
  path: string,
  own: readonly string[],
  report: Report,
): void {
  for (const text of textsIn(reply as JsonValue)) {
    for (const { written, name, filter } of placeholdersIn(text)) {
      if (![...RESERVED_NAMES, ...own].includes(name)) {
        report(path, `has ${written}, which is neither a group of its rule nor a variable`);
      }
      if (filter !== undefined && !FILTER_NAMES.includes(filter)) {
        report(path, `has ${written} with an unknown filter; known are ${FILTER_NAMES.join(', ')}`);
      }
    }
  }
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
