import { createMask } from '#core';
import { describeMissingBackends, addBackendOptions } from './backends/backend-options.ts';
import { parseCommandLine } from './command-line.ts';
import { CommandError } from './command-error.ts';
import type { Backends } from './backends/backends.ts';
import { EXIT, type Command, type Exit, type CommandContext } from './command.ts';
import { COMMANDS } from './commands.ts';
import { formatError } from './output/format-error.ts';
import { formatHelp } from './help.ts';
import { replaceControlCharacters } from './output/plain-text.ts';
import { listReferencedValues } from './options/substitute-variables.ts';

/** The command context without backends, which are loaded only for commands that use them. */
export interface StartContext extends Omit<CommandContext, 'backends'> {
  readonly loadBackends: () => Promise<Backends>;
}

export async function runCommandLine(argv: readonly string[], start: StartContext): Promise<Exit> {
  const mask = createMask(listReferencedValues(argv, start.env));
  const asked = COMMANDS.find(({ words }) => words.every((word, at) => argv[at] === word));
  const backends = asked?.backend === undefined ? NO_BACKENDS : await start.loadBackends();
  const context: CommandContext = {
    ...start,
    backends,
    write: (text) => start.write(mask(text)),
    writeError: (text) => start.writeError(mask(text)),
  };
  const commands = COMMANDS.map((command) =>
    command === asked ? addBackendOptions(command, backends) : command,
  );
  const line = parseCommandLine(argv, commands);
  switch (line.kind) {
    case 'help':
      context.write(formatHelp(line.words, commands));
      return EXIT.fine;
    case 'version':
      context.write(`${context.version}\n`);
      return EXIT.fine;
    case 'mistake':
      return reportUsageError(line.message, line.words, context);
    case 'unknown-option':
      return reportUsageError(
        `${line.message}${describeMissingBackends(line.command, backends)}`,
        line.command.words,
        context,
      );
    case 'run':
      try {
        return await line.command.run(line.call, context);
      } catch (thrown) {
        return reportFailure(thrown, line.command, context);
      }
  }
}

/** Backends for commands without the property `backend`. */
const NO_BACKENDS: Backends = {
  offered: [],
  get standard(): never {
    throw new Error('set the property "backend" of a command that uses backends');
  },
  readApplicationId: () => undefined,
};

function reportFailure(thrown: unknown, { words }: Command, context: CommandContext): Exit {
  if (thrown instanceof CommandError && thrown.code === 'usage') {
    return reportUsageError(thrown.message, words, context);
  }
  context.writeError(`timestep: ${replaceControlCharacters(formatError(thrown))}\n`);
  return EXIT.failed;
}

function reportUsageError(
  message: string,
  words: readonly string[],
  { writeError }: CommandContext,
): Exit {
  const help = ['timestep', ...words, '--help'].join(' ');
  writeError(`timestep: ${replaceControlCharacters(message)}: see ${help}\n`);
  return EXIT.usage;
}
