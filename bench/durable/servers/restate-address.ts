/** The addresses of Restate's server and of the service that it calls. */
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
