import { createMask, formatForeignText } from '#core';
import { describeMissingBackends, addBackendOptions } from './backends/backend-options.ts';
import { parseCommandLine } from './command-line.ts';
import { CommandError } from './command-error.ts';
import type { Backends } from './backends/backends.ts';
import { EXIT, doWordsNameCommand, splitUsage, type Exit, type CommandContext } from './command.ts';
import { COMMANDS } from './commands.ts';
import { formatError } from './output/format-error.ts';
import { formatHelp } from './help.ts';
import { CLEAR_LINE, writeErrorLine } from './output/error-writer.ts';
import { listReferencedValues } from './options/substitute-variables.ts';

/** The command context without backends, which are loaded only for commands that use them. */
export interface StartContext extends Omit<CommandContext, 'backends'> {
  readonly loadBackends: () => Promise<Backends>;
}

export async function runCommandLine(argv: readonly string[], start: StartContext): Promise<Exit> {
  const mask = createMask(listReferencedValues(argv, start.env));
  const asked = COMMANDS.find((command) => doWordsNameCommand(command, argv));
  const backends = asked?.backend === undefined ? NO_BACKENDS : await start.loadBackends();
  const context: CommandContext = {
    ...start,
    backends,
    // Text that a command prints cannot control the terminal, even text of models and remote agents.
    write: (text) => start.write(formatForeignText(mask(text))),
    writeError: (text) => start.writeError(formatForErrorOutput(mask(text))),
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
      return reportUsageError(
        line.message + describeMissingBackends(line.unknownOptionOf?.backend, backends),
        line.words,
        context,
        line.meant,
      );
    case 'run':
      try {
        return (await line.command.run(line.call, context)) ?? EXIT.fine;
      } catch (thrown) {
        if (thrown instanceof CommandError && thrown.code === 'usage')
          return reportUsageError(thrown.message, splitUsage(line.command).words, context);
        writeErrorLine(context.writeError, formatError(thrown));
        return EXIT.failed;
      }
  }
}

/** Backends passed to commands that do not use any. */
const NO_BACKENDS: Backends = {
  offered: [],
  get standard(): never {
    throw new Error(
      'a command uses a database, but has no property "backend": set it in the definition of the command',
    );
  },
  readApplicationId: () => undefined,
};

/** Formats text for standard error, where a progress line may replace the previous one. */
function formatForErrorOutput(text: string): string {
  if (!text.startsWith(CLEAR_LINE)) return formatForeignText(text);
  return CLEAR_LINE + formatForeignText(text.slice(CLEAR_LINE.length));
}

function reportUsageError(
  message: string,
  words: readonly string[],
  { writeError }: CommandContext,
  meant?: string,
): Exit {
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
  const help = ['timestep', ...words, '--help'].join(' ');
  writeErrorLine(writeError, `${message}: see ${help}${hint}`);
  return EXIT.usage;
}
