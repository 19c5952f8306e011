import { formatForeignLine } from '#core';
import type { NumberedEvent } from '#core';
import {
  readCollector,
  sendSpans,
  buildSpans,
  spansToOtlp,
  TraceError,
  type Span,
} from '#protocols/trace';
import { writeErrorLine } from '../../output/error-writer.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { readTraceSettings } from '../../backends/observed-backend.ts';
import { createUsageError } from '../../command-error.ts';
import { EXIT, JSON_OPTION, type Command, type Exit, type CommandContext } from '../../command.ts';
import { getTerminalWidth } from '../../output/terminal-width.ts';
import { formatResult } from '../../output/plain-text.ts';
import { formatCount } from '../../options/quantity.ts';
import { expandTaskId } from './require-task-id.ts';
import { formatTrace } from './trace-text.ts';

export const tasksTrace: Command = {
  usage: 'tasks trace <id>',
  about:
    'Shows what an agent did in a task: its turns, model calls and tool calls, and their times.',
  more: 'Message contents are neither shown nor sent without --content. Headers for a collector, such as API keys, are read from OTEL_EXPORTER_OTLP_HEADERS.',
  options: {
    json: { ...JSON_OPTION, about: 'prints OTLP/JSON for OpenTelemetry tools' },
    content: {
      about: 'adds the texts of messages, arguments and results to the output of --json and --send',
    },
    openinference: {
      about: 'marks each span as an agent, a model or a tool, for programs that read OpenInference',
    },
    send: {
      value: 'ENDPOINT',
      isValueOptional: true,
      about:
        'sends the spans by OTLP over HTTP to this endpoint (default: OTEL_EXPORTER_OTLP_ENDPOINT)',
    },
  },
  backend: 'tasks',
  examples: [
    'timestep tasks trace 4f1c',
    'timestep tasks trace 4f1c --json > trace.json',
    'timestep tasks trace 4f1c --send http://127.0.0.1:4318',
  ],
  async run({ operand, values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    const collector = values.parse('send', (endpoint) =>
      readTraceSettings(() => readHttpCollector(context.env, endpoint)),
    );
    if (collector && values.isSet('json')) throw createUsageError('use either --json or --send');
    const log: NumberedEvent[] = [];
    await backend.withTasks(location, 'read', async (tasks) => {
      const id = await expandTaskId(tasks, operand);
      for await (const event of tasks.events(id)) log.push(event);
    });
    const spans = buildSpans(log, {
      contents: values.isSet('content'),
      openInference: values.isSet('openinference'),
    });
    if (collector) return sendToCollector(spans, collector, context);
    const service = context.env['OTEL_SERVICE_NAME'] || 'timestep';
    context.write(
      formatResult(
        values,
        spansToOtlp(spans, { service, version: context.version }),
        formatTrace(spans, getTerminalWidth(context)),
      ),
    );
    return EXIT.fine;
  },
};

type Collector = ReturnType<typeof readCollector>;

async function sendToCollector(
  spans: readonly Span[],
  collector: Collector,
  { version, getStopSignal, write, writeError }: CommandContext,
): Promise<Exit> {
  const { host } = new URL(collector.url);
  const { accepted, dropped, problem } = await sendSpans(spans, collector, {
    version,
    signal: getStopSignal(),
  });
  write(`sent ${formatCount(accepted, 'span')} to ${host}\n`);
  const open = spans.filter(({ endedAt }) => endedAt === undefined).length;
  if (open > 0)
    write(
      `${formatCount(open, 'span')} of the running task not sent: send the trace again after the task has ended\n`,
    );
  if (dropped === 0) return EXIT.fine;
  const why = problem === undefined ? '' : `: ${formatForeignLine(problem)}`;
  writeErrorLine(writeError, `${formatCount(dropped, 'span')} could not be sent${why}`);
  return EXIT.failed;
}

/**
 * Returns the collector at `endpoint`, or the collector that the OTEL_* variables name. Throws if
 * the variables name a gRPC collector.
 */
function readHttpCollector(env: CommandContext['env'], endpoint: string): Collector {
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (endpoint !== '' || protocol !== 'grpc') return readCollector(env, endpoint);
  const message =
    'spans are sent over HTTP, but the OTEL_* variables name a gRPC collector: give its HTTP address, such as --send http://127.0.0.1:4318';
  throw new TraceError('bad-setting', message);
}
