import { SpanKind, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { ToolSet } from '@timestep-ai/timestep/tools';
import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import type { AgentContext, AgentFn } from '@timestep-ai/timestep/port';
import { createMockModel } from '../../episode/mock-model.ts';
import { TOOL, TOOL_DESCRIPTION, TOOL_PARAMETERS, getWeather } from '../../episode/weather.ts';
import { setUpOpenTelemetry } from '../open-telemetry.ts';
import type { PrepareTraced } from '../subject.ts';
import { runOneTask, createWeatherBackend } from '../weather-tasks.ts';

/**
 * The same tasks without Timestep's tracing: the same spans are created by hand while the task
 * runs.
 */
export const prepare: PrepareTraced = (sink) => {
  const provider = setUpOpenTelemetry(sink);
  const tracer = trace.getTracer('bench');

  async function spanned<T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
      try {
        return await work(span);
      } finally {
        span.end();
      }
    });
  }

  const model = createLanguageModelAgent(createMockModel(), { stream: false });
  const agent: AgentFn = (messages, asked) =>
    spanned('chat mock-model', SpanKind.CLIENT, createAttributes('chat', asked), async (span) => {
      const reply = await model(messages, asked);
      span.setAttributes({
        'gen_ai.response.finish_reasons': [reply.tool_calls ? 'tool_call' : 'stop'],
        'gen_ai.usage.input_tokens': reply.usage?.prompt_tokens ?? 0,
        'gen_ai.usage.output_tokens': reply.usage?.completion_tokens ?? 0,
      });
      return reply;
    });
  const spannedTools: ToolSet = {
    [TOOL]: {
      description: TOOL_DESCRIPTION,
      parameters: TOOL_PARAMETERS,
      execute: ({ location }, call) =>
        spanned(
          `execute_tool ${TOOL}`,
          SpanKind.INTERNAL,
          {
            ...createAttributes('execute_tool', call),
            'gen_ai.tool.name': TOOL,
            'gen_ai.tool.type': 'function',
            'gen_ai.tool.call.id': call.key,
          },
          async () => getWeather(location),
        ),
    },
  };
  const backend = createWeatherBackend(agent, spannedTools);
  return {
    runOne: () =>
      spanned(
        'invoke_agent weather',
        SpanKind.INTERNAL,
        { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'weather' },
        () => runOneTask(backend),
      ),
    async end() {
      await backend.close(5000);
      await provider.shutdown();
    },
  };
};

type TracedCall = Partial<Pick<AgentContext, 'task' | 'attempt'>>;

function createAttributes(operation: string, call: TracedCall): Attributes {
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.agent.name': 'weather',
    'gen_ai.conversation.id': call.task?.contextId,
    'timestep.task.id': call.task?.id,
    'timestep.attempt': call.attempt,
  };
}
