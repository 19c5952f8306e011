import { registerHooks } from 'node:module';

// Loaded before a program (`node --import`): makes OpenTelemetry's exporters available to it. In
// this repository they are installed under other names, because otherwise every test would use
// them.

const INSTALLED: Readonly<Record<string, string>> = {
  '@opentelemetry/exporter-trace-otlp-grpc': 'installed-otlp-grpc',
  '@opentelemetry/exporter-trace-otlp-proto': 'installed-otlp-proto',
};

registerHooks({
  resolve(specifier, context, next) {
    const here = INSTALLED[specifier];
    if (here === undefined) return next(specifier, context);
    return next(here, { ...context, parentURL: import.meta.url });
  },
});
