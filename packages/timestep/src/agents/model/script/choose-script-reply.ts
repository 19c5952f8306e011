import type { JsonObject, JsonValue } from '#core';
import type { PatternRunner } from '../pattern-runner.ts';
import { matchRule, type RuleMatch } from './match-rule.ts';
import {
  ScriptError,
  type RuleReply,
  type SayOrCall,
  type Script,
  type ScriptedCall,
} from './script.ts';
import type { TranscriptState } from './transcript-state.ts';
import {
  fillPlaceholdersInText,
  fillPlaceholdersInJson,
  type PlaceholderValues,
} from './template.ts';

const NO_RULE = 'I have no scripted answer to that.';

export function chooseScriptReply(
  script: Script,
  state: TranscriptState,
  runPattern: PatternRunner,
  variables: Script['variables'] = {},
): SayOrCall {
  const known = { ...script.variables, ...variables };
  const fill = (reply: RuleReply, match: RuleMatch, label: string): SayOrCall =>
    fillPlaceholdersInReply(reply, collectPlaceholderValues(state, match, known), label);
  for (const [index, rule] of script.rules.entries()) {
    const match = matchRule(rule, state, runPattern);
    if (match) return fill(rule.reply, match, rule.name ?? `rules[${index}]`);
  }
  return fill(script.otherwise ?? NO_RULE, { groups: {}, result: state.fresh.at(-1) }, 'otherwise');
}

/** Names that scripts must not use for groups or variables. */
export const RESERVED_NAMES: readonly string[] = ['user', 'result', 'results'];

function collectPlaceholderValues(
  { user, results }: TranscriptState,
  { groups, result }: RuleMatch,
  variables: { readonly [name: string]: string },
): PlaceholderValues {
  const values = new Map<string, JsonValue>(Object.entries({ ...variables, ...groups }));
  values.set('user', user);
  if (result) values.set('result', result.value);
  values.set('results', Object.fromEntries(results.map(({ tool, value }) => [tool, value])));
  return values;
}

function fillPlaceholdersInReply(
  reply: RuleReply,
  values: PlaceholderValues,
  label: string,
): SayOrCall {
  const { say, call } = typeof reply === 'string' ? { say: reply } : reply;
  try {
    return {
      ...(say !== undefined && { say: fillPlaceholdersInText(say, values) }),
      ...(call !== undefined && {
        call: [call].flat().map((one) => fillPlaceholdersInCall(one, values)),
      }),
    };
  } catch (thrown) {
    if (!(thrown instanceof ScriptError)) throw thrown;
    throw new ScriptError(thrown.code, `${label}: ${thrown.message}`);
  }
}

function fillPlaceholdersInCall(call: ScriptedCall, values: PlaceholderValues): ScriptedCall {
  return {
    tool: call.tool,
    arguments: fillPlaceholdersInJson(call.arguments ?? {}, values) as JsonObject,
  };
}
