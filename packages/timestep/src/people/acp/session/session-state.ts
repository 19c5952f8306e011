import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Session, SessionSettings, SessionSettingsChanges } from '#core';
import type { Conversation } from '#people/chat';
import type { AcpClient } from '../acp-client.ts';
import type { AcpAgent, AcpServerDeps } from '../acp-server-deps.ts';
import {
  createSessionOptions,
  type CurrentOptions,
  type SessionOptions,
} from '../conversions/config-options.ts';
import type { ClientRequests } from './client-requests.ts';
import type { TurnReader } from './turn-reader.ts';

/** The session to attach: a new one, which is stored with its first message, or a stored one. */
export interface SessionToAttach {
  readonly id: string;
  readonly agent: AcpAgent;
  /** Working directory of a new session; undefined for a stored session. */
  readonly newDirectory?: string;
}

export interface SessionState extends SessionToAttach {
  readonly deps: AcpServerDeps;
  readonly client: AcpClient;
  readonly send: (update: SessionUpdate) => Promise<void>;
  agent: AcpAgent;
  /** Settings chosen before the session was stored. */
  chosen: SessionSettingsChanges;
  conversation?: Conversation;
  /**
   * Promise that is only set while the session's conversation, or the subscription to it, is being opened.
   */
  opening?: Promise<Conversation> | undefined;
  /** The newest attempt to subscribe. Attempts run one after the other. */
  subscribing?: Promise<void> | undefined;
  subscription?: { readonly reader: TurnReader; readonly requests: ClientRequests } | undefined;
  /** The session according to the events read so far. */
  session?: Session | undefined;
  /** Ids of the messages that the client sent and already displays. */
  readonly ownMessageIds: Set<string>;
  runningPrompts: number;
  /**
   * Counts cancellations, so that a prompt notices a cancellation that came before its turn
   * started.
   */
  cancellations: number;
  hasPrompted: boolean;
}

export function createSessionOptionsFromState(state: SessionState): SessionOptions {
  return createSessionOptions(getCurrentOptions(state));
}

export function getCurrentOptions(state: SessionState): CurrentOptions {
  const { deps, agent, conversation } = state;
  return {
    agents: conversation ? [agent] : deps.agents,
    agent,
    settings: getSessionSettings(state),
  };
}

function getSessionSettings({
  conversation,
  session: read,
  chosen,
}: SessionState): SessionSettings {
  const known = conversation?.session;
  const isNewer = read !== undefined && read.generation > (known?.generation ?? 0);
  const settings = (isNewer ? read : known)?.settings ?? {};
  const all = Object.entries({ ...settings, ...chosen });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
}
