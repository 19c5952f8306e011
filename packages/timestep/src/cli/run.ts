import { maskOf } from '../core/index.ts';
import { missingText, withBackendOptions } from './backend-options.ts';
import { parseCommandLine } from './command-line.ts';
import { CommandError } from './command-error.ts';
import type { Backends } from './backends.ts';
import { EXIT, type Command, type Exit, type Surroundings } from './command.ts';
import { COMMANDS } from './commands.ts';
import { failureText } from './failure-text.ts';
import { helpFor } from './help.ts';
import { plainText } from './plain-text.ts';
import { valuesNamedIn } from './with-environment.ts';

/** What the command is started with: backends are loaded only for a command that uses them. */
export interface Start extends Omit<Surroundings, 'backends'> {
  readonly loadBackends: () => Promise<Backends>;
}

/** Does what a command line asks for; resolves to the exit code. */
export async function run(argv: readonly string[], around: Start): Promise<Exit> {
  const mask = maskOf(valuesNamedIn(argv, around.env));
  const asked = COMMANDS.find(({ words }) => words.every((word, at) => argv[at] === word));
  const backends = asked?.backend === undefined ? NOT_ASKED_FOR : await around.loadBackends();
  const surroundings: Surroundings = {
    ...around,
    backends,
    write: (text) => around.write(mask(text)),
    complain: (text) => around.complain(mask(text)),
  };
  const commands = COMMANDS.map((command) =>
    command === asked ? withBackendOptions(command, backends) : command,
  );
  const line = parseCommandLine(argv, commands);
  switch (line.kind) {
    case 'help':
      surroundings.write(helpFor(line.words, commands));
      return EXIT.fine;
    case 'version':
      surroundings.write(`${surroundings.version}\n`);
      return EXIT.fine;
    case 'mistake':
      return misunderstood(line.message, line.words, surroundings);
    case 'unknown-option':
      return misunderstood(
        `${line.message}${missingText(line.command, backends)}`,
        line.command.words,
        surroundings,
      );
    case 'run':
      try {
        return await line.command.run(line.call, surroundings);
      } catch (thrown) {
        return failed(thrown, line.command, surroundings);
      }
  }
}

/** What a command is given that does not say that it uses backends. */
const NOT_ASKED_FOR: Backends = {
  offered: [],
  get standard(): never {
    throw new Error('a command that uses backends must say so');
  },
  applicationIdOf: () => undefined,
};

function failed(thrown: unknown, { words }: Command, surroundings: Surroundings): Exit {
  if (thrown instanceof CommandError && thrown.code === 'usage') {
    return misunderstood(thrown.message, words, surroundings);
  }
  surroundings.complain(`timestep: ${plainText(failureText(thrown))}\n`);
  return EXIT.failed;
}

function misunderstood(
  message: string,
  words: readonly string[],
  { complain }: Surroundings,
): Exit {
  const help = ['timestep', ...words, '--help'].join(' ');
  complain(`timestep: ${plainText(message)}: see ${help}\n`);
  return EXIT.usage;
}
