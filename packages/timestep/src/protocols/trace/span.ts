/** Value of an attribute of a trace span or span event. */
export type AttributeValue = string | number | boolean | readonly string[];

/** Attributes of a span or span event. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A piece of work in a trace: a turn, or an attempt of a model call or tool call. */
export interface Span {
  /** Trace id: 32 hexadecimal digits. */
  readonly traceId: string;
  /** Span id: 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Kind of a span. `client`: the work runs elsewhere; `server`: the request came from elsewhere. */
  readonly kind: 'internal' | 'client' | 'server';
  /** Start time in milliseconds since the epoch. */
  readonly startedAt: number;
  /** End of the span; undefined while it is running. An ended span never changes. */
  readonly endedAt?: number;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  readonly error?: SpanError;
}

/** An event during a span. */
export interface SpanEvent {
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

/** A link to another span that led to this span without being its parent. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

/** Error of a span: a stable code, and a message if contents are recorded. */
export interface SpanError {
  readonly code: string;
  readonly message?: string;
}
