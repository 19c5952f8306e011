import {
  omitUndefined,
  readFlag,
  readText,
  readWord,
  requireFlag,
  requireObject,
  requireText,
} from '#core';
import type { Fields } from '#core';
import type { OperatorCall, SwitchChange, SwitchRequest } from '#people/view';

export function readOperatorCall(body: Fields): OperatorCall {
  return {
    tool: requireText(body, 'tool'),
    arguments: requireObject(body, 'arguments').object,
    isConfirmed: requireFlag(body, 'isConfirmed'),
    isByApp: readFlag(body, 'isByApp') ?? false,
  };
}

export function readPromptArguments(body: Fields): Readonly<Record<string, string>> {
  const given = requireObject(body, 'arguments');
  const names = Object.keys(given.object);
  return Object.fromEntries(names.map((name) => [name, requireText(given, name)]));
}

export function readPermitOrIncludeChange(body: Fields): SwitchChange {
  return omitUndefined({
    tool: readText(body, 'tool'),
    permit: readWordOrNull(body, 'permit', ['allow', 'ask', 'deny']),
    include: readWordOrNull(body, 'include', ['always', 'agent', 'manual']),
  });
}

function readWordOrNull<Word extends string>(
  body: Fields,
  name: string,
  words: readonly Word[],
): Word | null | undefined {
  return body.object[name] === null ? null : readWord(body, name, words);
}

export function readSwitchRequest(body: Fields): SwitchRequest {
  const change = readPermitOrIncludeChange(requireObject(body, 'change'));
  return { change, version: requireText(body, 'version') };
}
