import type { Message } from '#core';
import { formatJson } from '../output/plain-text.ts';
import { chooseTaskBackend } from '../backends/choose-backend.ts';
import type { Command, CommandArguments, Option } from '../command.ts';
import { parseOneOf } from '../options/quantity.ts';
import { PRIVATE_MODE, writeNewFile } from '../output/new-file.ts';
import type { Stores } from './stored-command.ts';

const FORMS = ['events', 'transcript'] as const;

const EXPORT_OPTIONS: Readonly<Record<string, Option>> = {
  form: { value: 'FORM', about: `format: ${FORMS.join(' or ')} (default events)` },
  output: { value: 'FILE', about: 'new file to write to (default: standard output)' },
};

interface Exported {
  readonly events: () => AsyncIterable<unknown>;
  readonly transcript: () => Promise<readonly Message[]>;
}

/** A command that exports events as JSON lines, or messages as one JSON document. */
interface ExportCommand extends Omit<Command, 'run' | 'backend'> {
  readonly open: (stores: Stores, call: CommandArguments) => Promise<Exported>;
}

export function createExportCommand({ open, options, ...command }: ExportCommand): Command {
  return {
    ...command,
    options: { ...EXPORT_OPTIONS, ...options },
    backend: 'tasks',
    async run(call, context) {
      const { values } = call;
      const given = values.text('form') ?? 'events';
      const complaint = `invalid --form "${given}": use ${FORMS.join(' or ')}`;
      const form = parseOneOf(given, FORMS, complaint);
      const { backend, location } = chooseTaskBackend(values, context);
      await backend.withTasks(location, 'read', async (tasks, sessions) => {
        const exported = await open({ tasks, sessions }, call);
        const chunks = form === 'events' ? formatEvents(exported) : formatTranscript(exported);
        const output = values.text('output');
        if (output === undefined) for await (const chunk of chunks) context.write(chunk);
        else await writeNewFile(output, chunks, PRIVATE_MODE);
      });
    },
  };
}

async function* formatEvents({ events }: Exported): AsyncGenerator<string> {
  for await (const event of events()) yield formatJson(event);
}

async function* formatTranscript({ transcript }: Exported): AsyncGenerator<string> {
  yield formatJson(await transcript(), 2);
}
