import { describe, expect, it } from 'vitest';
import { checkScript } from './check-script.ts';

const good = {
  name: 'weather',
  variables: { unit: '°F' },
  rules: [
    {
      name: 'asked',
      when: {
        user: { contains: 'weather', matches: 'in (?<city>\\w+)' },
        tools: ['get_weather'],
        step: 1,
      },
      reply: {
        say: 'Let me look.',
        call: [{ tool: 'get_weather', arguments: { location: '{{city}}', deep: ['{{user}}'] } }],
      },
    },
    {
      when: { tool_result: { tool: 'get_weather', has: ['t'], fields: { ok: true } } },
      reply: '{{result.t}}{{unit}} {{results.get_weather.t}}',
    },
    { when: { user: 'hi', tool_result: 'x' }, reply: { call: { tool: 'f' } } },
  ],
  otherwise: 'Ask me about the weather, not "{{user | lower}}".',
};

const rule = { reply: 'x' };

describe('checkScript', () => {
  it('passes a good script on', () => {
    expect(checkScript(good, 'a.json')).toBe(good);
  });

  it.each([
    [null, 'the script a.json is invalid: the script must be an object, not null'],
    [{}, 'the script a.json is invalid: rules is missing'],
    [{ rules: {} }, 'the script a.json is invalid: rules must be a list, not an object'],
    [{ rules: [{}] }, 'the script a.json is invalid: rules[0].reply is missing'],
    [
      { rules: [rule], other: 'x' },
      'the script a.json is invalid: other is unknown: use one of name, variables, rules, otherwise',
    ],
    [{ rules: [{ ...rule, when: { users: 'x' } }] }, /rules\[0\]\.when\.users is unknown/],
    [
      { rules: [{ ...rule, when: { step: 0 } }] },
      /when\.step must be a whole number of at least 1/,
    ],
    [{ rules: [{ ...rule, when: { tools: 'f' } }] }, /when\.tools must be a list of strings/],
    [{ rules: [{ ...rule, when: { user: { matches: '(' } } }] }, /user\.matches Invalid regular/],
    [{ rules: [{ ...rule, when: { user: { matches: 5 } } }] }, /user\.matches must be a string/],
    [
      { rules: [{ ...rule, when: { tool_result: 5 } }] },
      /tool_result must be an object, not a number/,
    ],
    [
      { rules: [{ reply: {} }] },
      'the script a.json is invalid: rules[0].reply must have "say" or "call"',
    ],
    [
      { rules: [{ reply: { call: {} } }] },
      'the script a.json is invalid: rules[0].reply.call.tool is missing',
    ],
    [{ rules: [{ reply: { call: [{ tool: 1 }] } }] }, /reply\.call\[0\]\.tool must be a string/],
    [
      { rules: [{ reply: { call: { tool: 'f', arguments: [] } } }] },
      /arguments must be an object, not a list/,
    ],
    [
      { rules: [{ reply: '{{ctiy}}' }] },
      'the script a.json is invalid: rules[0].reply has {{ctiy}}, which is neither a group of its rule nor a variable',
    ],
    [{ rules: [{ reply: '{{user | loud}}' }] }, /unknown filter: use one of lower, upper, json/],
    [
      { rules: [], otherwise: '{{city}}' },
      /^the script a\.json is invalid: otherwise has \{\{city\}\}/,
    ],
    [{ rules: [], variables: { user: 'x' } }, /variables\.user uses the reserved name "user"/],
    [{ rules: [], variables: { x: 5 } }, /variables\.x must be a string, not a number/],
    [
      { rules: [{ ...rule, when: { user: { matches: '(?<result>x)' } } }] },
      /when uses the reserved name "result"/,
    ],
  ])('refuses %j', (script, message) => {
    expect(() => checkScript(script, 'a.json')).toThrow(message);
    expect(() => checkScript(script, 'a.json')).toThrow(
      expect.objectContaining({ code: 'bad-script' }),
    );
  });

  it('tells all that is wrong at once', () => {
    const script = { rules: [{ reply: 5 }, {}] };
    expect(() => checkScript(script, 'a.json')).toThrow(
      'rules[0].reply must be an object, not a number; rules[1].reply is missing',
    );
  });
});
