import { context, trace, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { Agent, enableTracing, Environment, scriptedAgent, serve } from '@timestep-ai/timestep';
import type { AgentFn, OpenBackend } from '@timestep-ai/timestep/port';

/** The fields of spans that a trace tree needs. */
export interface NestedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
}

export interface NestedStory {
  readonly open: OpenBackend;
  /** Default: true. */
  readonly isTraced?: boolean;
  /** The header of the request. */
  readonly traceparent?: string;
}

/**
 * Registers a context manager, so that OpenTelemetry knows the active span in this process; returns
 * a function that removes it.
 */
export function withActiveSpans(): () => void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  return () => context.disable();
}

/**
 * Calls an agent whose model and tool record their own OpenTelemetry spans after an asynchronous
 * wait, and returns all spans of both.
 */
export async function nestedSpans({
  open,
  isTraced = true,
  traceparent,
}: NestedStory): Promise<readonly NestedSpan[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const agent = recordingAgent(provider.getTracer('an application'));
  const serving = await serve({ agents: [agent], port: 0, backend: open });
  try {
    if (isTraced) await enableTracing(serving, { exporter, env: {} });
    const body = {
      message: {
        messageId: 'm1',
        role: 'ROLE_USER',
        parts: [{ text: 'How is the weather?' }],
      },
    };
    const response = await fetch(serving.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'a2a-version': '1.0',
        ...(traceparent !== undefined && { traceparent }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: body }),
    });
    const text = await response.text();
    if (!text.includes('It is sunny.')) throw new Error(`the agent answered ${text}`);
  } finally {
    await serving.close(10_000);
  }
  return exporter.getFinishedSpans().map(nestedSpanOf);
}

function recordingAgent(tracer: Tracer): Agent {
  const record = async (name: string): Promise<void> => {
    await new Promise(setImmediate);
    const span = tracer.startSpan(name);
    await new Promise(setImmediate);
    // Spans that are recorded below it have the right parent, too.
    context.with(trace.setSpan(context.active(), span), () => tracer.startSpan(`in ${name}`).end());
    span.end();
  };
  const look = {
    id: 'c1',
    type: 'function' as const,
    function: { name: 'look', arguments: '{}' },
  };
  const script = scriptedAgent([
    { role: 'assistant', content: null, tool_calls: [look] },
    'It is sunny.',
  ]);
  const model: AgentFn = async (messages, given) => {
    await record(`POST ${messages.some(({ role }) => role === 'tool') ? 2 : 1}`);
    return script(messages, given);
  };
  const environment = new Environment({
    environmentId: 'weather',
    agentId: 'weather',
    enableHandoff: false,
    tools: [
      {
        name: 'look',
        input: { type: 'object' },
        async execute() {
          await record('SELECT');
          return 'Sunny';
        },
      },
    ],
  });
  return new Agent({ agentId: 'weather', name: 'Weather', model, toolSite: 'server', environment });
}

export function nestedSpanOf(span: ReadableSpan): NestedSpan {
  const { traceId, spanId } = span.spanContext();
  return { name: span.name, traceId, spanId, parentSpanId: span.parentSpanContext?.spanId };
}

/** Formats the spans as lines, each below its parent; unknown spans have no name. */
export function treeOf(spans: readonly NestedSpan[]): readonly string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = ({ name, parentSpanId }: NestedSpan): string => {
    if (parentSpanId === undefined) return name;
    const parent = byId.get(parentSpanId);
    return `${parent ? pathOf(parent) : '(elsewhere)'} > ${name}`;
  };
  return spans.map(pathOf).toSorted();
}

const REQUEST = 'POST /';
const TURN = `${REQUEST} > invoke_agent weather`;

/** The expected tree. */
export const NESTED: readonly string[] = [
  REQUEST,
  TURN,
  `${TURN} > chat`,
  `${TURN} > chat`,
  `${TURN} > chat > POST 1`,
  `${TURN} > chat > POST 1 > in POST 1`,
  `${TURN} > chat > POST 2`,
  `${TURN} > chat > POST 2 > in POST 2`,
  `${TURN} > execute_tool look`,
  `${TURN} > execute_tool look > SELECT`,
  `${TURN} > execute_tool look > SELECT > in SELECT`,
];
