import type { JsonObject, JsonValue } from '#core';
import type { ServerPrompt, ServerProtocol, ServerResources } from '#engine/port';

/** A request to connect to an MCP server or an A2A agent by its URL. */
export interface PeerRequest {
  readonly url: string;
  /** Kind of the server at the URL. Default: it is detected. */
  readonly kind?: PeerKind;
  /** Headers of every request to the origin of the URL. They are not returned. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Kind of a server at a URL: an MCP server or an A2A agent. */
export type PeerKind = 'mcp' | 'a2a';

/** A connection that an operator has opened to an MCP server or A2A agent by its URL. */
export interface PeerState {
  readonly id: string;
  readonly url: string;
  /** Kind of the server at the URL; undefined until it is detected. */
  readonly kind?: PeerKind;
  /** `login`: the server requires one. `visiting`: the user is at the issuer, at `loginUrl`. */
  readonly state: 'connecting' | 'ready' | 'login' | 'visiting' | 'failed';
  /** Reason why the connection failed. */
  readonly why?: string;
  readonly loginUrl?: string;
  readonly steps: readonly LoginStep[];
  readonly mcp?: McpOffer;
  readonly a2a?: A2AOffer;
  readonly exchanges: readonly PeerExchangeItem[];
}

/** What an MCP server offers. */
export interface McpOffer extends ServerResources {
  readonly protocol?: ServerProtocol;
  readonly instructions?: string;
  readonly tools: readonly PeerTool[];
  /** Names of tools with invalid definitions. */
  readonly malformedTools: readonly string[];
  readonly prompts: readonly ServerPrompt[];
}

/** A tool of an MCP server. */
export interface PeerTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonValue;
  readonly meta?: JsonObject;
}

/** The card of an A2A agent, with what it offers and its problems. */
export interface A2AOffer {
  readonly card: JsonValue;
  /** The address that returned the card. */
  readonly address: string;
  readonly problems: readonly CardProblemLine[];
  /**
   * The interface of the agent that is used for calls. Undefined if the client supports none of its
   * interfaces.
   */
  readonly used?: {
    readonly name: string;
    readonly url: string;
    readonly binding: string;
    readonly version: string;
    readonly streaming: boolean;
  };
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly tags?: readonly string[];
    readonly examples?: readonly string[];
  }[];
  /** Names of the security schemes, and for which of them a credential was given. */
  readonly schemes: readonly { readonly name: string; readonly isGiven: boolean }[];
}

/** A deviation of a card from the A2A specification. */
export interface CardProblemLine {
  /** The field of the card. Empty for the whole card. */
  readonly path: string;
  readonly message: string;
  readonly severity: 'problem' | 'note';
  readonly version: string;
  readonly section: string;
  readonly title: string;
  readonly link: string;
}

/** One step of a login by OAuth. */
export interface LoginStep {
  readonly title: string;
  /** The specification of the step, such as `RFC 9728, section 3`. */
  readonly specification: string;
  readonly link: string;
  /** `missing`: the server has no such document, and the next address is tried. */
  readonly state: 'done' | 'missing' | 'failed' | 'open';
  readonly note?: string;
  /** Number of the HTTP exchange in which the login step took place. Undefined if it took place elsewhere. */
  readonly exchange?: number;
}

/** An HTTP request with its response, without headers and bodies. */
export interface PeerExchangeItem {
  readonly number: number;
  /** Time of the request in milliseconds since the epoch. */
  readonly at: number;
  readonly purpose: 'card' | 'protocol' | 'login';
  readonly method: string;
  readonly url: string;
  /** Method of the JSON-RPC request. */
  readonly rpc?: string;
  /** Tool, prompt or resource of the JSON-RPC request. */
  readonly subject?: string;
  /** HTTP status of the response; undefined until the response's headers have arrived. */
  readonly status?: number;
  /** Whether the response has not ended. */
  readonly isOpen: boolean;
  /** Whether the request failed, or its JSON-RPC response is an error. */
  readonly isFailed: boolean;
  readonly tookMs?: number;
}

/** One side of an exchange. Secrets are masked, and long contents are truncated. */
export interface PeerMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON bodies; each event of a stream is one. Other bodies are strings. */
  readonly bodies: readonly JsonValue[];
  readonly isCut: boolean;
}

/** An HTTP request with its response. */
export interface PeerExchange extends PeerExchangeItem {
  readonly request: PeerMessage;
  readonly response?: PeerMessage;
  /** Reason why the request has no response. */
  readonly why?: string;
}

/** A message to an A2A agent. `contextId` or `taskId` names a conversation or task that the message continues. */
export interface PeerQuestion {
  readonly text: string;
  readonly contextId?: string;
  readonly taskId?: string;
}

/** An A2A agent's answer. */
export interface PeerAnswer {
  readonly text: string;
  readonly state: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly files: number;
  /** Names of the tools for whose results or approvals the agent waits. */
  readonly calls: readonly string[];
  readonly tookMs: number;
}

/** The frame of an MCP App, and the origins that the app declares. */
export interface OpenedApp {
  /** Path of the frame, to be opened under another origin than the page. */
  readonly path: string;
  readonly origins: { readonly connect: readonly string[]; readonly resource: readonly string[] };
}
