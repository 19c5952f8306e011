import { collectorFrom, namesCollector, type Collector } from '../collector.ts';
import { langfuseIn } from '../langfuse.ts';
import type { SpanOptions } from '../spans-in-progress.ts';
import { TraceError } from '../trace-error.ts';
import type { Sampler } from './sampler.ts';

/** What is exported, and where to. */
export interface TracingSettings {
  readonly collector: Collector;
  /** Whether the collector was named, or is the one that OpenTelemetry takes without a name. */
  readonly isNamed: boolean;
  /** Whether spans may be sent by an installed exporter of OpenTelemetry. */
  readonly mayUsePackage: boolean;
  readonly sampler: Sampler;
  readonly spanOptions: SpanOptions;
}

/** What a program says itself, in place of the environment. */
export interface OwnTracing {
  readonly otlpEndpoint?: string | undefined;
  readonly serviceName?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contents?: boolean | undefined;
  readonly openInference?: boolean | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where OpenTelemetry sends what it has no address for. */
const STANDARD = 'http://127.0.0.1:4318';

/**
 * Reads how traces are exported from the variables of OpenTelemetry and Langfuse; `undefined` where they say
 * that none are. Throws `TraceError` for a value that cannot be used.
 */
export function tracingSettingsFrom(
  env: Environment,
  given: OwnTracing = {},
): TracingSettings | undefined {
  if (isTurnedOff(env)) return undefined;
  const sampler = samplerIn(env);
  if (!sampler) return undefined;
  const { otlpEndpoint, serviceName, headers, openInference } = given;
  const isNamed = otlpEndpoint !== undefined || namesCollector(env) || isTurnedOn(env);
  const collector = collectorFrom(env, otlpEndpoint ?? (namesCollector(env) ? '' : STANDARD));
  const langfuse = langfuseIn(env)?.labels;
  return {
    collector: {
      ...collector,
      headers: { ...collector.headers, ...headers },
      ...(serviceName !== undefined && { service: serviceName }),
    },
    isNamed,
    mayUsePackage: mayUsePackage(env),
    sampler,
    spanOptions: {
      contents: given.contents ?? wantsContents(env),
      ...(openInference !== undefined && { openInference }),
      ...(langfuse && { langfuse }),
    },
  };
}

function isTurnedOff(env: Environment): boolean {
  return (
    isYes(env['OTEL_SDK_DISABLED']) ||
    /^(false|0|no|off)$/i.test(env['OTEL_ENABLED'] ?? '') ||
    exporterIn(env) === 'none'
  );
}

function isTurnedOn(env: Environment): boolean {
  return isYes(env['OTEL_ENABLED']) || exporterIn(env) === 'otlp';
}

function exporterIn(env: Environment): 'otlp' | 'none' | undefined {
  const name = env['OTEL_TRACES_EXPORTER'] || undefined;
  if (name === undefined || name === 'otlp' || name === 'none') return name;
  throw badSetting('OTEL_TRACES_EXPORTER', name, 'otlp or none');
}

const PROTOCOLS: readonly string[] = ['http/json', 'http/protobuf'];

/** JSON is sent without any package. */
function mayUsePackage(env: Environment): boolean {
  const name = 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL';
  const protocol = env[name] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || undefined;
  if (protocol === undefined) return true;
  if (PROTOCOLS.includes(protocol)) return protocol !== 'http/json';
  throw badSetting('OTEL_EXPORTER_OTLP_PROTOCOL', protocol, PROTOCOLS.join(' or '));
}

/** The values of the conventions for generative AI; spans are all that is recorded here. */
function wantsContents(env: Environment): boolean {
  const value = env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? '';
  return isYes(value) || /^span(_only|_and_event)$/i.test(value);
}

/** The sampler that the environment names; `undefined` for one that takes no trace. */
function samplerIn(env: Environment): Sampler | undefined {
  const name = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on';
  const isParentBased = name.startsWith('parentbased_');
  switch (isParentBased ? name.slice('parentbased_'.length) : name) {
    case 'always_on':
      return { isParentBased, ratio: 1 };
    case 'always_off':
      return isParentBased ? { isParentBased, ratio: 0 } : undefined;
    case 'traceidratio':
      return { isParentBased, ratio: ratioIn(env) };
    default: {
      const known = ['always_on', 'always_off', 'traceidratio'];
      const names = `${known.join(', ')}, or one of them after parentbased_`;
      throw badSetting('OTEL_TRACES_SAMPLER', name, names);
    }
  }
}

function ratioIn(env: Environment): number {
  const name = 'OTEL_TRACES_SAMPLER_ARG';
  const written = env[name] || '1';
  const ratio = Number(written);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw badSetting(name, written, 'a number from 0 to 1');
}

function isYes(value: string | undefined): boolean {
  return /^(true|1|yes|on)$/i.test(value ?? '');
}

function badSetting(name: string, value: string, known: string): TraceError {
  const message = `${name} is "${value.slice(0, 100)}": write ${known}, or leave it out`;
  return new TraceError('bad-setting', message);
}
