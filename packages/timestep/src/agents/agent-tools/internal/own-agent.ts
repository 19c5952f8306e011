import type { JsonObject, TurnSettings } from '#core';
import type { AgentStorage, SessionStore, TaskMeta } from '#engine/port';
import type { Include, AgentFolder, AgentFiles } from '#agents/folder';

export interface KnownTool {
  readonly server: string;
  readonly name: string;
  readonly shown: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  readonly isOffered: boolean;
}

/** A server of the agent, without its URL and command, which may contain secrets. */
export interface KnownServer {
  readonly name: string;
  readonly type: 'command' | 'address' | 'internal';
  readonly include: Include;
  readonly isEnabled: boolean;
  readonly needsPermission: boolean;
  readonly leftOut?: string;
}

export interface OwnAgentAccess {
  readonly storage: AgentStorage;
  readonly read: () => Promise<{ readonly folder: AgentFolder; readonly files: AgentFiles }>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly tools: (turn: TurnSettings | undefined) => Promise<readonly KnownTool[]>;
  readonly sessions: () => SessionStore | Promise<SessionStore> | undefined;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
}

export interface InternalCall {
  readonly access: OwnAgentAccess;
  readonly task?: TaskMeta;
  readonly turn?: TurnSettings;
}
