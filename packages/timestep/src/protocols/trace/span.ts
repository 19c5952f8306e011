/** A value of an attribute. */
export type AttributeValue = string | number | boolean | readonly string[];

/** Attributes of a span or span event. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A turn, or an attempt of a model call or tool call. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** `client`: the work runs elsewhere. `server`: the request came from elsewhere. */
  readonly kind: 'internal' | 'client' | 'server';
  /** Start time in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Undefined while running. An ended span never changes. */
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

/** Another span that led to this one without being its parent. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

/** A stable code, and a message if contents are recorded. */
export interface SpanError {
  readonly code: string;
  readonly message?: string;
}
