/** A server that a peer needs, running on this machine. */
export interface PeerServer {
  /** What its subject needs to know to reach it. */
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts a server with its data in a folder; rejects, saying why, where it cannot run. */
export type StartServer = (folder: string) => Promise<PeerServer>;
