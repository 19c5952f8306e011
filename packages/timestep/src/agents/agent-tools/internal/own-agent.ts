import type { JsonObject, TurnSettings } from '#core';
import type { AgentStorage, TaskMeta } from '#engine/port';
import type { Include, AgentFolder, AgentFiles } from '#agents/folder';
import type { InternalOptions } from './own-agent-access.ts';

/** A tool of the agent, as it is described to the model. */
export interface KnownTool {
  readonly serverName: string;
  readonly toolName: string;
  readonly calledAs: string;
  readonly description?: string;
  readonly include: Include;
  readonly enabled: boolean;
  readonly permissionRequired: boolean;
  readonly offered: boolean;
  readonly parameters: JsonObject;
}

/**
 * A server of the agent, as it is described to the model: without URL and command, which may
 * contain secrets.
 */
export interface KnownServer extends Pick<
  KnownTool,
  'serverName' | 'include' | 'enabled' | 'permissionRequired'
> {
  readonly type: 'command' | 'address' | 'internal';
  readonly leftOut?: string;
}

export interface OwnAgentAccess extends Pick<InternalOptions, 'sessions' | 'now'> {
  readonly storage: AgentStorage;
  readonly read: () => Promise<{ readonly folder: AgentFolder; readonly files: AgentFiles }>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly tools: (turn: TurnSettings | undefined) => Promise<readonly KnownTool[]>;
}

export interface InternalCall {
  readonly access: OwnAgentAccess;
  readonly task?: TaskMeta;
  readonly turn?: TurnSettings;
}
