import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { findJsonFieldLines } from './json-lines.ts';
import { setJsonValue } from './json-edit.ts';

const TEXT = `{
    "zeta": 1,
    "settings": { "topP": 0.5, "theme": "light" },
    "list": ["a",  "b"],
    "empty": {},
    "servers": {
        "a.b": {
            "command": "x"
        },
        "2": {}
    }
}
`;

it.each<[string, readonly string[], JsonValue | undefined, (text: string) => string]>([
  ['a value', ['zeta'], 2, (text) => text.replace('"zeta": 1', '"zeta": 2')],
  [
    'a value within a line',
    ['settings', 'topP'],
    '0.7',
    (text) => text.replace('"topP": 0.5', '"topP": "0.7"'),
  ],
  [
    'a new value within a line',
    ['settings', 'model'],
    'x',
    (text) => text.replace('"light" }', '"light", "model": "x" }'),
  ],
  [
    'a new value below others',
    ['servers', 'a.b', 'cwd'],
    '.',
    (text) => text.replace('"command": "x"\n', '"command": "x",\n            "cwd": "."\n'),
  ],
  [
    'a value in an empty object',
    ['empty', 'x'],
    true,
    (text) => text.replace('"empty": {}', '"empty": {\n        "x": true\n    }'),
  ],
  [
    'a value whose objects are missing',
    ['servers', '2', 'toolInclude', 'tools', 'get'],
    'manual',
    (text) =>
      text.replace(
        '"2": {}',
        [
          '"2": {',
          '            "toolInclude": {',
          '                "tools": {',
          '                    "get": "manual"',
          '                }',
          '            }',
          '        }',
        ].join('\n'),
      ),
  ],
  ['what is there already', ['list'], ['a', 'b'], (text) => text],
  ['nothing, of the first', ['zeta'], undefined, (text) => text.replace('"zeta": 1,\n    ', '')],
  [
    'nothing, of the last',
    ['settings', 'theme'],
    undefined,
    (text) => text.replace(', "theme": "light"', ''),
  ],
  [
    'nothing, of the only one',
    ['servers', 'a.b', 'command'],
    undefined,
    (text) => text.replace('{\n            "command": "x"\n        }', '{}'),
  ],
  ['nothing, of what is missing', ['none', 'at', 'all'], undefined, (text) => text],
])('sets %s and leaves the rest as it is', (_, path, value, expected) => {
  const changed = setJsonValue(TEXT, path, value);
  expect(changed).toBe(expected(TEXT));
  const windows = setJsonValue(TEXT.replaceAll('\n', '\r\n'), path, value);
  expect(windows).toBe(expected(TEXT).replaceAll('\n', '\r\n'));
  const tabs = setJsonValue(TEXT.replaceAll('    ', '\t'), path, value);
  expect(tabs).toBe(expected(TEXT).replaceAll('    ', '\t'));
});

it('sets the name that counts where one occurs twice', () => {
  expect(setJsonValue('{"a": 1, "a": 2}', ['a'], 3)).toBe('{"a": 1, "a": 3}');
});

it('makes an object of what is none on the way', () => {
  expect(setJsonValue('{"a": null}', ['a', 'b'], 1)).toBe('{"a": {\n    "b": 1\n  }}');
});

it('tells the line of every field', () => {
  const text = '{\n  "a": { "b": 1,\n    "c": [true,\n "x\\"y"] },\n  "d\\u0021": null\n}\n';
  expect([...findJsonFieldLines(text).lines]).toEqual([
    ['', 1],
    ['a', 2],
    ['a.b', 2],
    ['a.c', 3],
    ['a.c[0]', 3],
    ['a.c[1]', 4],
    ['d!', 5],
  ]);
  expect(findJsonFieldLines(text).brokenAt).toBeUndefined();
});

it.each([
  ['', 1],
  ['{', 1],
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": [1 2]\n}', 2],
  ['{\n  a: 1\n}', 2],
  ['{\n  "a" 1\n}', 2],
  ['{\n  "a": "x\n"\n}', 2],
  ['{}\n{}', 2],
])('tells where %j stops being JSON, as JSON.parse does', (text, line) => {
  expect(findJsonFieldLines(text).brokenAt).toBe(line);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
});

it.each(['- - -', '', '***'])('replaces a text that is no JSON: %s', (text) => {
  expect(JSON.parse(setJsonValue(text, ['a'], 1))).toEqual({ a: 1 });
});
