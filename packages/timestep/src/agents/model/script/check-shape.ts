import {
  isJsonObject,
  readNumber,
  readObject,
  readObjects,
  readText,
  readTexts,
  readValue,
  rejectUnknownFields,
  reportField,
  reportMissing,
  toFields,
  requireText,
  type FieldRules,
  type Fields,
  type JsonValue,
} from '#core';
import { compilePattern } from './match-rule.ts';

/** Reports every field of a script that has a wrong name or type. */
export function reportInvalidFields(value: unknown, report: FieldRules['report']): void {
  const rules: FieldRules = { report, shows: 'type', rejectsNull: true };
  const script = toFields(value as JsonValue, rules, 'the script');
  if (!isJsonObject(value)) return;
  rejectUnknownFields(script, ['name', 'variables', 'rules', 'otherwise']);
  readText(script, 'name');
  const variables = readObject(script, 'variables');
  if (variables) for (const name in variables.object) readText(variables, name);
  if (readValue(script, 'rules') === undefined) reportMissing(script, 'rules');
  for (const rule of readObjects(script, 'rules') ?? []) checkScriptRule(rule);
  checkScriptReply(script, 'otherwise');
}

function checkScriptRule(rule: Fields): void {
  rejectUnknownFields(rule, ['name', 'when', 'reply']);
  readText(rule, 'name');
  const when = readObject(rule, 'when');
  if (when) checkScriptConditions(when);
  if (readValue(rule, 'reply') === undefined) reportMissing(rule, 'reply');
  checkScriptReply(rule, 'reply');
}

function checkScriptConditions(when: Fields): void {
  rejectUnknownFields(when, ['user', 'tool_result', 'step', 'tools']);
  const user = readObjectUnlessText(when, 'user');
  if (user) checkTextCondition(user, []);
  const result = readObjectUnlessText(when, 'tool_result');
  if (result) {
    checkTextCondition(result, ['tool', 'fields', 'has']);
    readText(result, 'tool');
    readObject(result, 'fields');
    readTexts(result, 'has');
  }
  readNumber(when, 'step', { min: 1, isWhole: true });
  readTexts(when, 'tools');
}

function checkTextCondition(condition: Fields, otherNames: readonly string[]): void {
  rejectUnknownFields(condition, ['contains', 'matches', ...otherNames]);
  readText(condition, 'contains');
  const pattern = readText(condition, 'matches');
  try {
    compilePattern(pattern ?? '');
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : 'is not a valid regular expression';
    reportField(condition, 'matches', problem);
  }
}

function checkScriptReply(fields: Fields, name: string): void {
  const reply = readObjectUnlessText(fields, name);
  if (!reply) return;
  rejectUnknownFields(reply, ['say', 'call']);
  readText(reply, 'say');
  const isList = Array.isArray(readValue(reply, 'call'));
  const calls = isList ? readObjects(reply, 'call') : [readObject(reply, 'call') ?? []].flat();
  for (const call of calls ?? []) {
    rejectUnknownFields(call, ['tool', 'arguments']);
    requireText(call, 'tool');
    readObject(call, 'arguments');
  }
  const { say, call } = reply.object;
  if (say === undefined && call === undefined) {
    reportField(reply, '', 'must have "say" or "call"');
  }
}

function readObjectUnlessText(fields: Fields, name: string): Fields | undefined {
  return typeof readValue(fields, name) === 'string' ? undefined : readObject(fields, name);
}
