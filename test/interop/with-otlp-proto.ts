import { registerHooks } from 'node:module';

// Loaded before a program (`node --import`): makes OpenTelemetry's exporter available to it. In
// this repository the exporter is installed under another name, because otherwise every test would
// use it.

const NAME = '@opentelemetry/exporter-trace-otlp-proto';
const HERE = 'installed-otlp-proto';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== NAME) return next(specifier, context);
    return next(HERE, { ...context, parentURL: import.meta.url });
  },
});
