import type { Condition, ValueKind } from './parse-rule.ts';
import { parseRule } from './parse-rule.ts';

/** Effect of a permission rule on a call that it matches. */
export type RuleEffect = 'deny' | 'ask' | 'allow';

const EFFECTS: Readonly<Record<RuleEffect, string>> = {
  deny: 'denies',
  ask: 'asks a person about',
  allow: 'allows',
};

/** Describes in words what a permission rule means, such as `allows read if path is a path below /srv/data`. */
export function describeRule(effect: RuleEffect, text: string): string {
  const rule = parseRule(text, {});
  if ('why' in rule) {
    return effect === 'allow'
      ? 'is malformed and allows nothing'
      : `is malformed and ${ALL[effect]}`;
  }
  const [tool = ''] = text.split(':', 1);
  const isPattern = /[*?]/.test(tool);
  const subject = isPattern ? `every tool named like ${tool.trim()}` : tool.trim();
  const start = `${EFFECTS[effect]} ${subject}`;
  if (rule.conditions.length === 0) return `${start} with any arguments`;
  const conditions = rule.conditions.map((condition) => describeRuleCondition(effect, condition));
  return `${start} if ${conditions.join(' and ')}${describeOtherArguments(effect, rule.isOpen)}`;
}

const ALL: Readonly<Record<Exclude<RuleEffect, 'allow'>, string>> = {
  deny: 'denies every call',
  ask: 'asks a person about every call',
};

function describeOtherArguments(effect: RuleEffect, isOpen: boolean): string {
  if (effect !== 'allow') return '';
  return isOpen ? ', whatever the other arguments' : ', and there is no other argument';
}

function describeRuleCondition(effect: RuleEffect, condition: Condition): string {
  const { path, kind, text, access } = condition;
  const name = path.join('.');
  const every = path.some((part) => part === '*' || part === '**');
  const quantity = effect === 'allow' ? 'every' : 'any';
  const subject = every || name === '' ? `${quantity} value at ${name}` : name;
  const use = access === undefined ? '' : ` that the tool may ${access}`;
  return `${subject} is ${VALUES[kind](text)}${use}`;
}

const VALUES: Readonly<Record<ValueKind, (pattern: string) => string>> = {
  path: (pattern) => {
    const [, folder] = /^(.*?)\/\*{1,2}$/.exec(pattern) ?? [];
    const isPlain = folder !== undefined && !/[*?]/.test(folder);
    if (isPlain) return folder === '' ? 'any absolute path' : `a path below ${folder}`;
    if (pattern === '**') return 'any path';
    return /[*?]/.test(pattern) ? `a path like ${pattern}` : `the path ${pattern}`;
  },
  url: (pattern) => (pattern.includes('*') ? `a URL like ${pattern}` : `the URL ${pattern}`),
  command: (pattern) => {
    const [, head] = /^(.+) \*$/.exec(pattern) ?? [];
    if (head === undefined) return pattern === '*' ? 'any command' : `the command ${pattern}`;
    return `the command ${head} with any further words`;
  },
  number: (pattern) => {
    const [range = '', int] = pattern.trim().split(' ');
    const [from, to] = range.split('..');
    const number = int === undefined ? 'a number' : 'a whole number';
    if (!to) return `${number} of at least ${from}`;
    return from ? `${number} from ${from} to ${to}` : `${number} of at most ${to}`;
  },
  enum: (pattern) => {
    const options = pattern.split('|');
    return options.length === 1 ? `exactly ${pattern}` : `one of ${options.join(', ')}`;
  },
  text: (pattern) => {
    if (pattern === '*') return 'anything';
    return /[*?]/.test(pattern) ? `a text like ${pattern}` : `the text ${pattern}`;
  },
};
