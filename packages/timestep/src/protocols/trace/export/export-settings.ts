import type { Clock } from '#engine/port';
import type { Collector } from '../collector.ts';
import { maskSpan, createSecretsMask } from '../redaction.ts';
import type { ExportTracesOptions } from './export-traces.ts';
import { createExporterSender, type SpanExporter } from './exporter-sender.ts';
import { loadGrpcExporter, loadInstalledExporter } from './installed-exporter.ts';
import { createOtlpSender } from './otlp-sender.ts';
import {
  readTracingSettings,
  type ExporterPackage,
  type TracingOverrides,
  type TracingSettings,
} from './tracing-settings.ts';

/** Tracing options. Omitted options are read from environment variables. */
export interface StartTracingOptions extends TracingOverrides {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
  /** OpenTelemetry exporter that receives the spans instead of a collector. */
  readonly exporter?: SpanExporter | undefined;
  /** Masks exported contents, in addition to the built-in removal of secrets. */
  readonly redact?: ((text: string) => string) | undefined;
}

type CreateSend = ExportTracesOptions['createSend'];

export interface ExportSettings extends Pick<TracingSettings, 'sampler' | 'spanOptions'> {
  readonly createSend: CreateSend;
}

export async function readExportSettings(
  options: StartTracingOptions,
): Promise<ExportSettings | undefined> {
  const { env, redact } = options;
  const settings = readTracingSettings(env, options);
  const sender = settings && (await createSender(settings, options));
  if (!sender) return undefined;
  const { sampler, spanOptions } = settings;
  const mask = spanOptions.contents ? createSecretsMask(env, redact) : undefined;
  return {
    sampler,
    spanOptions,
    createSend(onAway) {
      const send = sender(onAway);
      return mask
        ? (spans, signal) =>
            send(
              spans.map((span) => maskSpan(span, mask)),
              signal,
            )
        : send;
    },
  };
}

async function createSender(
  { collector, isNamed, exporter: installed }: TracingSettings,
  { exporter, version, clock }: StartTracingOptions,
): Promise<CreateSend | undefined> {
  const used = exporter ?? (await loadExporter(installed, collector));
  if (used) {
    const send = createExporterSender(used, { service: collector.service, version });
    return () => send;
  }
  return isNamed ? createOtlpSender(collector, version, clock) : undefined;
}

async function loadExporter(
  name: ExporterPackage,
  collector: Collector,
): Promise<SpanExporter | undefined> {
  switch (name) {
    case 'grpc':
      return loadGrpcExporter(collector);
    case 'http':
      return loadInstalledExporter(collector);
    case 'none':
      return undefined;
  }
}
