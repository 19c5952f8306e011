/** A binding for calls to remote agents, with any wire format. */
export interface RemoteBinding {
  /** Name of the binding, as in `protocolBinding` of a card, such as `GRPC`. */
  readonly name: string;
  /** Sends a JSON-RPC request of A2A 1.0. Responds with JSON or events; rejects like `fetch`. */
  readonly fetch: (url: string, init: BindingRequest) => Promise<Response>;
}

/** A request to a remote agent, with the deadline of the whole client call. */
export interface BindingRequest extends RequestInit {
  /** Deadline in milliseconds since the epoch. */
  readonly deadline?: number;
}
