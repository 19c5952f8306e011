import type { JsonValue } from '../../core/index.ts';
import type { PatternRunner } from '../pattern-runner.ts';
import { matchRule, type Match } from './match-rule.ts';
import type { RuleReply, SayOrCall, Script, ScriptedCall } from './script.ts';
import { ScriptError } from './script-error.ts';
import type { Situation } from './situation.ts';
import { fillText, fillValue, type Values } from './template.ts';

const NO_RULE = 'I have no scripted answer to that.';

/** Decides what a script replies; a pure function of the script and the situation. */
export function replyFromScript(
  script: Script,
  situation: Situation,
  run: PatternRunner,
  variables: Script['variables'] = {},
): SayOrCall {
  const known = { ...script.variables, ...variables };
  for (const [index, rule] of script.rules.entries()) {
    const match = matchRule(rule, situation, run);
    if (match) {
      const label = rule.name ?? `rules[${index}]`;
      return filled(rule.reply, valuesOf(situation, match, known), label);
    }
  }
  const match = { groups: {}, result: situation.fresh.at(-1) };
  return filled(script.otherwise ?? NO_RULE, valuesOf(situation, match, known), 'otherwise');
}

/** Names that scripts may not use for groups or variables of their own. */
export const RESERVED_NAMES: readonly string[] = ['user', 'result', 'results'];

function valuesOf(
  { user, results }: Situation,
  { groups, result }: Match,
  variables: { readonly [name: string]: string },
): Values {
  const values = new Map<string, JsonValue>(Object.entries({ ...variables, ...groups }));
  values.set('user', user);
  if (result) values.set('result', result.value);
  values.set('results', Object.fromEntries(results.map(({ tool, value }) => [tool, value])));
  return values;
}

function filled(reply: RuleReply, values: Values, label: string): SayOrCall {
  const { say, call } = typeof reply === 'string' ? { say: reply } : reply;
  try {
    return {
      ...(say !== undefined && { say: fillText(say, values) }),
      ...(call !== undefined && { call: [call].flat().map((one) => filledCall(one, values)) }),
    };
  } catch (thrown) {
    if (!(thrown instanceof ScriptError)) throw thrown;
    throw new ScriptError(thrown.code, `${label}: ${thrown.message}`);
  }
}

function filledCall({ tool, arguments: args = {} }: ScriptedCall, values: Values): ScriptedCall {
  return {
    tool,
    arguments: fillValue(args, values) as Exclude<ScriptedCall['arguments'], undefined>,
  };
}
