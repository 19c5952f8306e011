import type { Clock } from '../../port/index.ts';
import { maskedSpan, secretsMask } from '../redaction.ts';
import type { SendBatch } from './export-due.ts';
import type { ExportTracesOptions } from './export-traces.ts';
import { exporterSender, type SpanExporter } from './exporter-sender.ts';
import { installedExporter } from './installed-exporter.ts';
import { otlpSender } from './otlp-sender.ts';
import { tracingSettingsFrom, type OwnTracing, type TracingSettings } from './tracing-settings.ts';

/** What a process says of its traces; the environment says the rest. */
export interface StartTracingOptions extends OwnTracing {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The version of the service. */
  readonly version: string;
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
  /** Takes the spans in place of a collector. */
  readonly exporter?: SpanExporter | undefined;
  /** Takes more out of contents than what looks like a secret. */
  readonly redact?: ((text: string) => string) | undefined;
}

type SendWith = ExportTracesOptions['sendWith'];

/** What is sent, and how. */
export interface Sending extends Pick<TracingSettings, 'sampler' | 'spanOptions'> {
  readonly sendWith: SendWith;
}

/** Reads what the options and the environment say of sending; `undefined` where nothing is sent. */
export async function sendingFor(options: StartTracingOptions): Promise<Sending | undefined> {
  const { env, redact } = options;
  const settings = tracingSettingsFrom(env, options);
  const sender = settings && (await senderFor(settings, options));
  if (!sender) return undefined;
  const { sampler, spanOptions } = settings;
  const mask = spanOptions.contents ? secretsMask(env, redact) : undefined;
  return {
    sampler,
    spanOptions,
    sendWith(onAway) {
      const send = sender(onAway);
      if (!mask) return send;
      return (spans, signal) => {
        const masked = spans.map((span) => maskedSpan(span, mask));
        return send(masked, signal);
      };
    },
  };
}

async function senderFor(
  { collector, isNamed, mayUsePackage }: TracingSettings,
  { exporter, version, clock }: StartTracingOptions,
): Promise<SendWith | undefined> {
  const source = { service: collector.service, version };
  const by = (used: SpanExporter): SendWith => {
    const send: SendBatch = exporterSender(used, source);
    return () => send;
  };
  if (exporter) return by(exporter);
  const installed = mayUsePackage ? await installedExporter(collector) : undefined;
  if (installed) return by(installed);
  return isNamed ? otlpSender(collector, { version, clock }) : undefined;
}
