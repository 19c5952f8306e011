import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { BackendListing } from './backends.ts';

/** What the manifest of the package says. */
export interface Manifest {
  readonly version: string;
  /** Backends of packages that may be installed beside this one. */
  readonly backends: readonly BackendListing[];
}

export function readManifest(): Manifest {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const read: unknown = JSON.parse(text);
  const manifest = isJsonObject(read) ? read : {};
  const own = manifest['timestep'] ?? {};
  const listed = isJsonObject(own) ? arrayOf(own['backends']) : [];
  return {
    version: textOf(manifest['version']),
    backends: listed.filter(isJsonObject).map(listingOf),
  };
}

function listingOf(listed: JsonObject): BackendListing {
  const id = listed['application_id'];
  return {
    name: textOf(listed['name']),
    title: textOf(listed['title']),
    package: textOf(listed['package']),
    module: textOf(listed['module']),
    addresses: arrayOf(listed['addresses']).map(textOf),
    ...(typeof id === 'number' && { applicationId: id }),
  };
}

function arrayOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
