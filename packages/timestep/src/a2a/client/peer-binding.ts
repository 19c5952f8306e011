/** A way to call peers: what is on the wire is its own affair. */
export interface PeerBinding {
  /** As cards write it in `protocolBinding`, such as `GRPC`. */
  readonly name: string;
  /**
   * Takes a JSON-RPC request of A2A 1.0 for the address of an interface, and answers it as a peer would: with
   * JSON, or with server-sent events where the request is for a stream. Fails as `fetch` does.
   */
  readonly fetch: (url: string, init: PeerRequest) => Promise<Response>;
}

/** A request to a peer, with the time at which the whole call of the program ends. */
export interface PeerRequest extends RequestInit {
  /** Milliseconds since the epoch. */
  readonly deadline?: number;
}
