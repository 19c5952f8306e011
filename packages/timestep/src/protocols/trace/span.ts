/** A value of an attribute. */
export type AttributeValue = string | number | boolean | readonly string[];

/** Attributes of a span or span event. The names are defined in `conventions.ts`. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A unit of work in a task: a turn, an attempt of a model call or an attempt of a tool call. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** `client` if the work runs elsewhere, `server` if the request came from elsewhere. */
  readonly kind: 'internal' | 'client' | 'server';
  /** Milliseconds since the epoch, like all times. */
  readonly startedAt: number;
  /** Undefined while the work is running. An ended span never changes. */
  readonly endedAt?: number;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  /** Undefined if nothing failed. */
  readonly error?: SpanError;
}

/** An event during a span. */
export interface SpanEvent {
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

/** Another span that led to this one without being its parent. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

/** The error of a span: a stable code, and a message if contents are recorded. */
export interface SpanError {
  readonly code: string;
  readonly message?: string;
}
