/** Where Restate's server listens, and where it looks for the service. */
export interface RestateAddress {
  readonly ingress: string;
  readonly admin: string;
  readonly servicePort: number;
}

export function readAddress(text: string): RestateAddress {
  return JSON.parse(text) as RestateAddress;
}

export function writeAddress(address: RestateAddress): string {
  return JSON.stringify(address);
}
