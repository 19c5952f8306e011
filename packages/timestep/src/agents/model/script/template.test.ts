import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { fillPlaceholdersInText, fillPlaceholdersInJson } from './template.ts';

const values = new Map<string, JsonValue>([
  ['city', 'Oakland'],
  ['result', { sky: 'Sunny', degrees: 72, days: [{ high: 80 }] }],
  ['user', 'say {{city}} {{result.sky}}'],
]);

describe('fillPlaceholdersInText', () => {
  it.each([
    ['in {{city}}, {{ result.degrees }}°F', 'in Oakland, 72°F'],
    ['{{result.sky | lower}} {{city|upper}} {{city | json}}', 'sunny OAKLAND "Oakland"'],
    ['{{result.days[0].high}} {{result.days}}', '80 [{"high":80}]'],
    ['no { braces } here }}', 'no { braces } here }}'],
  ])('fills %s', (text, expected) => {
    expect(fillPlaceholdersInText(text, values)).toBe(expected);
  });

  it('never fills what a value brought along', () => {
    expect(fillPlaceholdersInText('you said: {{user}}', values)).toBe(
      'you said: say {{city}} {{result.sky}}',
    );
    const trick = new Map([['a', "$& $1 $'"]]);
    expect(fillPlaceholdersInText('<{{a}}>', trick)).toBe("<$& $1 $'>");
  });

  it('says what it has no value for', () => {
    expect(() => fillPlaceholdersInText('{{result.wind}}', values)).toThrow(
      'the script has no value for the placeholder {{result.wind}}',
    );
    expect(() => fillPlaceholdersInText('{{toString}}', values)).toThrow(/no value for/);
  });
});

describe('fillPlaceholdersInJson', () => {
  it('fills at every depth and keeps the type of a bare placeholder', () => {
    const template = {
      place: '{{city}}, CA',
      degrees: '{{result.degrees}}',
      all: ['{{result.days}}', '{{result.degrees}}!', 5, null, true],
      shouted: '{{city | upper}}',
    };
    expect(fillPlaceholdersInJson(template, values)).toEqual({
      place: 'Oakland, CA',
      degrees: 72,
      all: [[{ high: 80 }], '72!', 5, null, true],
      shouted: 'OAKLAND',
    });
  });
});
