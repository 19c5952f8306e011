import type { TelemetryEvent } from './telemetry.ts';

/** OTLP's `ExportTraceServiceRequest` in JSON (OTLP 1, section "JSON Protobuf Encoding"). */
export interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly Span[];
    }[];
  }[];
}

interface Span {
  /** Hexadecimal, because the encoding requires it for ids. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string };
}

const INTERNAL = 1;
const CLIENT = 3;

/**
 * Converts an event to a root span, which Langfuse shows as the trace, and a child span for its
 * observation.
 */
export function createSpans(
  service: string,
  happening: TelemetryEvent,
  randomHex: (bytes: number) => string,
): OtlpRequest {
  const { trace, observation, input, output, begun, ended } = happening;
  const traceId = randomHex(16);
  const spanId = randomHex(8);
  const times = {
    startTimeUnixNano: formatNanoseconds(begun),
    endTimeUnixNano: formatNanoseconds(ended),
  };
  const session = {
    'langfuse.session.id': happening.sessionId,
    'session.id': happening.sessionId,
    'langfuse.trace.name': trace,
  };
  const root: Span = {
    traceId,
    spanId,
    name: trace,
    kind: INTERNAL,
    ...times,
    attributes: toAttributes({
      ...session,
      'langfuse.trace.input': input,
      'langfuse.trace.output': output,
    }),
  };
  const child: Span | undefined = observation && {
    traceId,
    spanId: randomHex(8),
    parentSpanId: spanId,
    name: observation.name,
    kind: CLIENT,
    ...times,
    attributes: toAttributes({
      ...session,
      'langfuse.observation.type': observation.kind,
      'langfuse.observation.input': input,
      'langfuse.observation.output': output,
      ...(observation.kind === 'generation' && {
        'langfuse.observation.model.name': observation.model,
        ...(observation.usage && {
          'langfuse.observation.usage_details': JSON.stringify({
            input: observation.usage.prompt_tokens,
            output: observation.usage.completion_tokens,
          }),
        }),
      }),
    }),
  };
  const spans = child ? [root, child] : [root];
  const resource = { attributes: toAttributes({ 'service.name': service }) };
  const scope = { name: 'timestep-order-66' };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
}

function formatNanoseconds(milliseconds: number): string {
  return (BigInt(Math.round(milliseconds)) * 1_000_000n).toString();
}

function toAttributes(values: Readonly<Record<string, string>>): Attribute[] {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}
