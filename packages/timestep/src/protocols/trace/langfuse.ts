import { Buffer } from 'node:buffer';
import { getText, omitUndefined, trimTrailing, type Message, type Task } from '#core';
import { ATTRIBUTE, type OPERATION } from './conventions.ts';
import { shortenName } from './span-attributes.ts';
import type { Attributes } from './span.ts';

/** Labels that all traces of a deployment share. */
export interface LangfuseLabels {
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly version?: string | undefined;
}

export interface LangfuseProject {
  readonly endpoint: string;
  /** HTTP headers, which may contain keys: never log them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly labels: LangfuseLabels;
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const CLOUD = 'https://cloud.langfuse.com';

/** Reads the Langfuse project from environment variables. Undefined if a key is missing. */
export function readLangfuseProject(env: EnvironmentVariables): LangfuseProject | undefined {
  const [publicKey, secretKey] = [env['LANGFUSE_PUBLIC_KEY'], env['LANGFUSE_SECRET_KEY']];
  if (!publicKey || !secretKey) return undefined;
  const base = env['LANGFUSE_BASE_URL'] || env['LANGFUSE_BASEURL'] || env['LANGFUSE_HOST'] || CLOUD;
  const keys = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
  return {
    endpoint: `${trimTrailing(base, '/')}/api/public/otel`,
    // Without the header `x-langfuse-ingestion-version`, Langfuse shows spans only minutes later.
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

/** Creates attributes for every span, because Langfuse lists spans instead of traces. */
export function createLangfuseAttributes(
  { contextId, origin }: Task,
  operation: keyof typeof TYPES,
  { environment, release, version }: LangfuseLabels,
): Attributes {
  const agent = shortenName(origin.agent);
  return omitUndefined({
    [ATTRIBUTE.langfuseType]: TYPES[operation],
    [ATTRIBUTE.langfuseTrace]: agent,
    [ATTRIBUTE.langfuseTags]: [agent],
    [ATTRIBUTE.langfuseSession]: shortenName(contextId),
    [ATTRIBUTE.langfuseUser]: origin.principal === '' ? undefined : shortenName(origin.principal),
    [ATTRIBUTE.langfuseEnvironment]: environment,
    [ATTRIBUTE.langfuseRelease]: release,
    [ATTRIBUTE.langfuseVersion]: version,
  });
}

/** Creates attributes with the contents of a turn, which Langfuse displays for the whole trace. */
export function createLangfuseContentAttributes(
  messages: readonly Message[],
  last: Message | undefined,
): Attributes {
  return omitUndefined({
    [ATTRIBUTE.langfuseInput]: messages.map(getText).join('\n'),
    [ATTRIBUTE.langfuseOutput]: last?.role === 'assistant' ? getText(last) : undefined,
  });
}
