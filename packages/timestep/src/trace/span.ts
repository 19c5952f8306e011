/** What an attribute may hold. */
export type AttributeValue = string | number | boolean | readonly string[];

/** What is known of a span or of something that happened during it, by the names of `conventions.ts`. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** One piece of work of a task: a turn, an attempt of a model call, an attempt of a tool call. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** `client` where the work is done elsewhere, `server` where it was asked for from elsewhere. */
  readonly kind: 'internal' | 'client' | 'server';
  /** Milliseconds since the epoch, as are all times. */
  readonly startedAt: number;
  /** Absent while the work is under way. A span that has ended does not change any more. */
  readonly endedAt?: number;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  /** Absent where nothing went wrong. */
  readonly error?: SpanError;
}

/** Something that happened during a span. */
export interface SpanEvent {
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

/** A span elsewhere that led to this one and is not its parent. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

/** Why a span failed: a stable code, and a sentence where contents are recorded. */
export interface SpanError {
  readonly code: string;
  readonly message?: string;
}
