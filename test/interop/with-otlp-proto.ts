import { registerHooks } from 'node:module';

// Loaded before a program (`node --import`), this has the exporter of OpenTelemetry installed for it, which is
// here under another name: installed under its own, every test of this repository would send with it.

const NAME = '@opentelemetry/exporter-trace-otlp-proto';
const HERE = 'installed-otlp-proto';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== NAME) return next(specifier, context);
    return next(HERE, { ...context, parentURL: import.meta.url });
  },
});
