import { expect, it } from 'vitest';
import { isUsageError, parseOptions } from './options.ts';

it.each<[string, string[], RegExp]>([
  ['an unknown runner', ['--runner', 'paper'], /must be embedded or temporal, got "paper"/],
  ['too many turns', ['--turns', '21'], /--turns must be from 1 to 20, got "21"/],
  ['an unknown option', ['--fast'], /--fast/],
  ['a port that is none', ['--port-a', 'x'], /AGENT_A_PORT must be a whole number/],
])('refuses %s, and says what is wrong', (_name, args, text) => {
  const refusal = thrownBy(() => parseOptions(args, {}));
  expect(isUsageError(refusal)).toBe(true);
  expect(String(refusal)).toMatch(text);
});

it('takes ports from the environment, and from options rather', () => {
  const env = { AGENT_A_PORT: '1', AGENT_B_PORT: '2' };
  expect(parseOptions(['--port-b', '3'], env)).toEqual({
    ports: { agentA: 1, agentB: 3, driver: 8082 },
    turns: 3,
    runner: 'embedded',
    isJson: false,
    isKept: false,
  });
});

it('is not to blame for what goes wrong later', () => {
  expect(isUsageError(new Error('the server is gone'))).toBe(false);
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}
