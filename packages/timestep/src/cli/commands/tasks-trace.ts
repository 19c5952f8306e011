import type { NumberedEvent } from '../../core/index.ts';
import {
  collectorFrom,
  sendSpans,
  spansOf,
  spansToOtlp,
  TraceError,
  type Span,
} from '../../trace/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { usage } from '../command-error.ts';
import {
  EXIT,
  isSet,
  JSON_OPTION,
  textOf,
  type Command,
  type Exit,
  type Surroundings,
} from '../command.ts';
import { plainLine } from '../plain-text.ts';
import { counted } from '../quantity.ts';
import { traceLines } from '../trace-text.ts';

export const tasksTrace: Command = {
  words: ['tasks', 'trace'],
  operand: '<id>',
  about:
    'Shows what an agent did in a task: its turns, model calls and tool calls, and their times.',
  more: 'Nothing that was said is shown or sent without --content. Headers for a collector, such as keys, are those of OTEL_EXPORTER_OTLP_HEADERS.',
  options: {
    json: { ...JSON_OPTION, about: 'OTLP/JSON, for programs that read OpenTelemetry' },
    content: {
      type: 'boolean',
      about: 'also messages, arguments and results, in --json and with --send',
    },
    openinference: { type: 'boolean', about: 'spans say their kind to programs for OpenInference' },
    send: {
      type: 'string',
      value: 'ENDPOINT',
      isValueOptional: true,
      about: 'sends the spans by OTLP over HTTP (default OTEL_EXPORTER_OTLP_ENDPOINT)',
    },
  },
  backend: 'tasks',
  examples: [
    'timestep tasks trace 4f1c',
    'timestep tasks trace 4f1c --json > trace.json',
    'timestep tasks trace 4f1c --send http://127.0.0.1:4318',
  ],
  async run({ operand, values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    const endpoint = textOf(values, 'send');
    const collector = endpoint === undefined ? undefined : asked(around.env, endpoint);
    if (collector && isSet(values, 'json')) throw usage('give --json or --send, not both');
    const log: NumberedEvent[] = [];
    await backend.withTasks(site, 'read', async (tasks) => {
      for await (const event of tasks.events(operand)) log.push(event);
    });
    const spans = spansOf(log, {
      contents: isSet(values, 'content'),
      openInference: isSet(values, 'openinference'),
    });
    if (collector) return send(spans, collector, around);
    if (isSet(values, 'json')) {
      const service = around.env['OTEL_SERVICE_NAME'] || 'timestep';
      around.write(`${JSON.stringify(spansToOtlp(spans, { service, version: around.version }))}\n`);
      return EXIT.fine;
    }
    around.write(`${traceLines(spans, widthOf(around)).join('\n')}\n`);
    return EXIT.fine;
  },
};

type Collector = ReturnType<typeof collectorFrom>;

function asked(env: Surroundings['env'], endpoint: string): Collector {
  try {
    return collectorFrom(env, endpoint);
  } catch (thrown) {
    throw thrown instanceof TraceError ? usage(thrown.message) : thrown;
  }
}

async function send(
  spans: readonly Span[],
  collector: Collector,
  { version, stopped, write, complain }: Surroundings,
): Promise<Exit> {
  const { host } = new URL(collector.url);
  const { accepted, dropped, problem } = await sendSpans(spans, collector, {
    version,
    signal: stopped(),
  });
  write(`sent ${counted(accepted, 'span')} to ${host}\n`);
  const open = spans.filter(({ endedAt }) => endedAt === undefined).length;
  if (open > 0) write(`${counted(open, 'span')} not yet: send again once the task has ended\n`);
  if (dropped === 0) return EXIT.fine;
  const why = problem === undefined ? '' : `: ${plainLine(problem)}`;
  complain(`timestep: ${counted(dropped, 'span')} could not be sent${why}\n`);
  return EXIT.failed;
}

const DEFAULT_COLUMNS = 100;

function widthOf({ terminal, env }: Surroundings): number {
  const columns = terminal?.()?.size().columns ?? Number(env['COLUMNS']);
  return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
}
