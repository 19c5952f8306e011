/** A server that another engine needs, running on this machine. */
export interface PeerServer {
  /** The address for its subject. */
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts a server with its data in a folder; rejects with the reason if it cannot run. */
export type StartServer = (folder: string) => Promise<PeerServer>;
