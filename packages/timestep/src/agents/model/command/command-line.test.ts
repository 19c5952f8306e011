import { describe, expect, it } from 'vitest';
import { splitCommandLine } from './command-line.ts';

describe('splitCommandLine', () => {
  it.each([
    ['python agent.py', ['python', 'agent.py']],
    ['  node   -e  "1 + 1" ', ['node', '-e', '1 + 1']],
    [`sh -c 'echo "$HOME" | wc'`, ['sh', '-c', 'echo "$HOME" | wc']],
    ['run --name=a" b"c', ['run', '--name=a bc']],
    ['run a\\ b "c\\"d\\n" \'e\\f\'', ['run', 'a b', 'c"d\\n', 'e\\f']],
    ['run ""', ['run', '']],
    ['run "a;b>c"', ['run', 'a;b>c']],
  ])('splits %s', (line, [command, ...args]) => {
    expect(splitCommandLine(line)).toEqual({ command, args });
  });

  it.each([
    ['', /it is empty/],
    ['  ', /it is empty/],
    ['run "a', /a closing " is missing/],
    ["run 'a", /a closing ' is missing/],
    ['cat a | wc', /"\|" needs a shell/],
    ['run $HOME', /"\$" needs a shell/],
    ['run > out', /">" needs a shell/],
    ['a && b', /"&" needs a shell/],
    ['a; b', /";" needs a shell/],
    ['a `b`', /"`" needs a shell/],
  ])('refuses "%s"', (line, message) => {
    expect(() => splitCommandLine(line)).toThrow(message);
  });
});
