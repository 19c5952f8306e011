import { describe, expect, it } from 'vitest';
import { parseRefusedPaths, findRefusedToolName, isSettingRefused } from './refused-path.ts';

describe('parseRefusedPaths', () => {
  it.each([
    [
      'messages.3.content.1.image.source.base64: Could not process image',
      ['messages', 3, 'content', 1, 'image', 'source', 'base64'],
    ],
    ["Invalid value: 'messages[3].content[1].type'", ['messages', 3, 'content', 1, 'type']],
    ['{"param":"messages.[3].role"}', ['messages', 3, 'role']],
    ["Invalid 'tools[4].function.name': too long", ['tools', 4, 'function', 'name']],
    ['tools.0.custom.input_schema: JSON schema is invalid', ['tools', 0, 'custom', 'input_schema']],
    [
      '* GenerateContentRequest.contents[2].parts[0].inline_data: bad',
      ['contents', 2, 'parts', 0, 'inline_data'],
    ],
    ['input[3].content[0].image_url is no image', ['input', 3, 'content', 0, 'image_url']],
    ['{"loc":["body","messages",3,"content"]}', ['messages', 3]],
  ])('finds the place in %s', (text, path) => {
    expect(parseRefusedPaths(text)).toEqual([path]);
  });

  it.each(['messages: too many', 'the messages were refused', 'at most 128 tools', ''])(
    'finds no place in "%s"',
    (text) => expect(parseRefusedPaths(text)).toEqual([]),
  );
});

it('finds the tool that an error names', () => {
  const text = "Invalid schema for function 'notes_add': schema must be of type object";
  expect(findRefusedToolName(text)).toBe('notes_add');
  expect(findRefusedToolName('a tool is invalid')).toBeUndefined();
});

it.each([
  ['{"error":{"param":"temperature"}}', true],
  ['{"error":{"param":"reasoning.effort"}}', true],
  ['{"error":{"param":"messages[0].content"}}', false],
  ['{"error":{"param":null}}', false],
])('tells a setting from a part: %s', (text, isSetting) => {
  expect(isSettingRefused(text)).toBe(isSetting);
});
