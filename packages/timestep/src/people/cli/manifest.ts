import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { BackendListing } from './backends/backends.ts';

export interface Manifest {
  readonly version: string;
  /** Backends in packages that may be installed separately. */
  readonly backends: readonly BackendListing[];
}

export function readManifest(): Manifest {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const read: unknown = JSON.parse(text);
  const manifest = isJsonObject(read) ? read : {};
  const own = manifest['timestep'] ?? {};
  const listed = isJsonObject(own) ? toArray(own['backends']) : [];
  return {
    version: toText(manifest['version']),
    backends: listed.filter(isJsonObject).map(parseBackendListing),
  };
}

function parseBackendListing(listed: JsonObject): BackendListing {
  const id = listed['application_id'];
  return {
    name: toText(listed['name']),
    title: toText(listed['title']),
    package: toText(listed['package']),
    module: toText(listed['module']),
    addresses: toArray(listed['addresses']).map(toText),
    ...(typeof id === 'number' && { applicationId: id }),
  };
}

function toArray(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
