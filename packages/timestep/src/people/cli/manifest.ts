import { readFileSync } from 'node:fs';
import { omitUndefined } from '#core';
import type { BackendListing } from './backends/backends.ts';

export interface Manifest {
  readonly version: string;
  /** Backends in separate packages, which may be installed or not. */
  readonly backends: readonly BackendListing[];
}

export function readManifest(): Manifest {
  const file = new URL('../../../package.json', import.meta.url);
  const { version, timestep } = JSON.parse(readFileSync(file, 'utf8')) as PackageManifest;
  const backends = timestep.backends.map(({ application_id: applicationId, ...listing }) =>
    omitUndefined({ ...listing, applicationId }),
  );
  return { version, backends };
}

interface PackageManifest {
  readonly version: string;
  readonly timestep: {
    readonly backends: readonly (Omit<BackendListing, 'applicationId'> & {
      readonly application_id?: number;
    })[];
  };
}
