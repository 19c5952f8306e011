import type { ProviderLine } from '@timestep-ai/timestep/view';

/** Describes with which key or credentials a provider is called. */
export function describeKey({ isReady, keyVariable, machineCredentials }: ProviderLine): string {
  if (keyVariable !== undefined && isReady) return `API key: set in ${keyVariable}.`;
  if (machineCredentials !== undefined)
    return `Uses the ${machineCredentials} credentials of this machine.`;
  return keyVariable === undefined ? 'No API key needed.' : `API key missing: set ${keyVariable}.`;
}
