import { Buffer } from 'node:buffer';
import { textOf, withoutTrailing, type Message, type Task } from '../core/index.ts';
import { ATTRIBUTE, type OPERATION } from './conventions.ts';
import { bounded, given } from './span-attributes.ts';
import type { Attributes } from './span.ts';

/** What is the same for all traces of a deployment. */
export interface LangfuseLabels {
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly version?: string | undefined;
}

/** A project of Langfuse that takes spans. */
export interface LangfuseProject {
  /** The address below which OTLP is posted. */
  readonly endpoint: string;
  /** Holds the keys: shown nowhere. */
  readonly headers: Readonly<Record<string, string>>;
  readonly labels: LangfuseLabels;
}

type Environment = Readonly<Record<string, string | undefined>>;

const CLOUD = 'https://cloud.langfuse.com';

/** The project whose keys the environment has; `undefined` where it lacks one of them. */
export function langfuseIn(env: Environment): LangfuseProject | undefined {
  const [publicKey, secretKey] = [env['LANGFUSE_PUBLIC_KEY'], env['LANGFUSE_SECRET_KEY']];
  if (!publicKey || !secretKey) return undefined;
  const base = env['LANGFUSE_BASE_URL'] || env['LANGFUSE_BASEURL'] || env['LANGFUSE_HOST'] || CLOUD;
  const keys = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
  return {
    endpoint: `${withoutTrailing(base, '/')}/api/public/otel`,
    // Without the version, spans are shown minutes later.
    headers: { authorization: `Basic ${keys}`, 'x-langfuse-ingestion-version': '4' },
    labels: {
      environment: env['LANGFUSE_TRACING_ENVIRONMENT'] || undefined,
      release: env['LANGFUSE_RELEASE'] || undefined,
    },
  };
}

const TYPES: Readonly<Record<(typeof OPERATION)[keyof typeof OPERATION], string>> = {
  invoke_agent: 'agent',
  chat: 'generation',
  execute_tool: 'tool',
};

/** What Langfuse wants on every span of a trace, because it lists spans and not traces. */
export function langfuseAttributes(
  { contextId, origin }: Task,
  operation: keyof typeof TYPES,
  { environment, release, version }: LangfuseLabels,
): Attributes {
  const agent = bounded(origin.agent);
  return given({
    [ATTRIBUTE.langfuseType]: TYPES[operation],
    [ATTRIBUTE.langfuseTrace]: agent,
    [ATTRIBUTE.langfuseTags]: [agent],
    [ATTRIBUTE.langfuseSession]: bounded(contextId),
    [ATTRIBUTE.langfuseUser]: origin.principal === '' ? undefined : bounded(origin.principal),
    [ATTRIBUTE.langfuseEnvironment]: environment,
    [ATTRIBUTE.langfuseRelease]: release,
    [ATTRIBUTE.langfuseVersion]: version,
  });
}

/** What was said in a turn, which Langfuse shows as that of the whole trace. */
export function langfuseContents(heard: readonly Message[], last: Message | undefined): Attributes {
  return given({
    [ATTRIBUTE.langfuseInput]: heard.map(textOf).join('\n'),
    [ATTRIBUTE.langfuseOutput]: last?.role === 'assistant' ? textOf(last) : undefined,
  });
}
