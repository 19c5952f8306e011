import { omitUndefined } from '#core';
import { readCollector, hasCollectorVariables, type Collector } from '../collector.ts';
import { readLangfuseProject, type EnvironmentVariables } from '../langfuse.ts';
import type { SpanOptions } from '../span-progress.ts';
import { TraceError } from '../trace-error.ts';
import type { Sampler } from './sampler.ts';

/** Settings of tracing: the exported data, and its destination. */
export interface TracingSettings {
  readonly collector: Collector;
  /** Whether the endpoint was configured. False for the default endpoint. */
  readonly isNamed: boolean;
  readonly exporter: ExporterPackage;
  readonly sampler: Sampler;
  readonly spanOptions: SpanOptions;
}

/** Package that sends the spans: for gRPC, for HTTP if it is installed, or none, because JSON needs no package. */
export type ExporterPackage = 'grpc' | 'http' | 'none';

/** Settings that override the environment variables. */
export interface TracingOverrides {
  readonly otlpEndpoint?: string | undefined;
  readonly serviceName?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contents?: boolean | undefined;
  readonly openInference?: boolean | undefined;
}

const DEFAULT_ENDPOINT = 'http://127.0.0.1:4318';
const DEFAULT_GRPC_ENDPOINT = 'http://127.0.0.1:4317';

/** Reads the tracing settings. Undefined if tracing is disabled. Throws `TraceError`. */
export function readTracingSettings(
  env: EnvironmentVariables,
  given: TracingOverrides = {},
): TracingSettings | undefined {
  if (isTracingDisabled(env)) return undefined;
  const sampler = readSamplerUnlessOff(env);
  if (!sampler) return undefined;
  const { otlpEndpoint, serviceName, headers, openInference } = given;
  const isNamed =
    otlpEndpoint !== undefined || hasCollectorVariables(env) || isTracingRequested(env);
  const exporter = readExporterPackage(env);
  const otherwise = exporter === 'grpc' ? DEFAULT_GRPC_ENDPOINT : DEFAULT_ENDPOINT;
  const collector = readCollector(
    env,
    otlpEndpoint ?? (hasCollectorVariables(env) ? '' : otherwise),
  );
  const langfuse = readLangfuseProject(env)?.labels;
  return {
    collector: {
      ...collector,
      headers: { ...collector.headers, ...headers },
      ...(serviceName !== undefined && { service: serviceName }),
    },
    isNamed,
    exporter,
    sampler,
    spanOptions: omitUndefined({
      contents: given.contents ?? shouldRecordContents(env),
      openInference,
      langfuse,
    }),
  };
}

function isTracingDisabled(env: EnvironmentVariables): boolean {
  return (
    isTruthyText(env['OTEL_SDK_DISABLED']) ||
    /^(false|0|no|off)$/i.test(env['OTEL_ENABLED'] ?? '') ||
    readExporterName(env) === 'none'
  );
}

function isTracingRequested(env: EnvironmentVariables): boolean {
  return isTruthyText(env['OTEL_ENABLED']) || readExporterName(env) === 'otlp';
}

function readExporterName(env: EnvironmentVariables): 'otlp' | 'none' | undefined {
  const name = env['OTEL_TRACES_EXPORTER'] || undefined;
  if (name === undefined || name === 'otlp' || name === 'none') return name;
  throw createBadSettingError('OTEL_TRACES_EXPORTER', name, 'otlp or none');
}

const PACKAGES: Readonly<Record<string, ExporterPackage>> = {
  'http/json': 'none',
  'http/protobuf': 'http',
  grpc: 'grpc',
};

function readExporterPackage(env: EnvironmentVariables): ExporterPackage {
  const specific = 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL';
  const name = env[specific] ? specific : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = env[name] || 'http/protobuf';
  const found = Object.hasOwn(PACKAGES, protocol) ? PACKAGES[protocol] : undefined;
  if (!found) throw createBadSettingError(name, protocol, Object.keys(PACKAGES).join(', '));
  if (found === 'grpc' && readLangfuseProject(env)) {
    const message = `${name} is "grpc", which Langfuse does not accept: use http/protobuf or http/json`;
    throw new TraceError('bad-setting', message);
  }
  return found;
}

/**
 * Whether the OpenTelemetry variable for message contents is true, or names a mode that records contents in
 * spans.
 */
function shouldRecordContents(env: EnvironmentVariables): boolean {
  const value = env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? '';
  return isTruthyText(value) || /^span(_only|_and_event)$/i.test(value);
}

function readSamplerUnlessOff(env: EnvironmentVariables): Sampler | undefined {
  const name = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on';
  const isParentBased = name.startsWith('parentbased_');
  switch (isParentBased ? name.slice('parentbased_'.length) : name) {
    case 'always_on':
      return { isParentBased, ratio: 1 };
    case 'always_off':
      return isParentBased ? { isParentBased, ratio: 0 } : undefined;
    case 'traceidratio':
      return { isParentBased, ratio: readSamplingRatio(env) };
    default: {
      const known = ['always_on', 'always_off', 'traceidratio'];
      const names = `${known.join(', ')}, or one of them after parentbased_`;
      throw createBadSettingError('OTEL_TRACES_SAMPLER', name, names);
    }
  }
}

function readSamplingRatio(env: EnvironmentVariables): number {
  const name = 'OTEL_TRACES_SAMPLER_ARG';
  const written = env[name] || '1';
  const ratio = Number(written);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw createBadSettingError(name, written, 'a number from 0 to 1');
}

function isTruthyText(value: string | undefined): boolean {
  return /^(true|1|yes|on)$/i.test(value ?? '');
}

function createBadSettingError(name: string, value: string, known: string): TraceError {
  const message = `${name} is "${value.slice(0, 100)}": use ${known}, or remove it`;
  return new TraceError('bad-setting', message);
}
