/** A binding for calls to remote agents, with any wire format. */
export interface RemoteBinding {
  /** The name in a card's `protocolBinding`, such as `GRPC`. */
  readonly name: string;
  /**
   * Sends an A2A 1.0 JSON-RPC request to the URL of an interface. Responds like a JSON-RPC server:
   * with JSON, or with server-sent events for a streaming request. Rejects like `fetch`.
   */
  readonly fetch: (url: string, init: BindingRequest) => Promise<Response>;
}

/** A request to a remote agent, with the deadline of the whole client call. */
export interface BindingRequest extends RequestInit {
  /** The deadline in milliseconds since the epoch. */
  readonly deadline?: number;
}
