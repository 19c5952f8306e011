import type { JsonObject } from '#core';

/** The description of an agent, from which its 1.0 and 0.3 cards are built. */
export interface AgentDescription {
  /** Name of the agent in its runner and in tasks. */
  readonly name: string;
  /** Name shown on the agent's card. Default: `name`. */
  readonly title?: string;
  readonly description: string;
  /** Version of the agent, not of the protocol. */
  readonly version: string;
  /** URL of the agent. Default: the URL at which the card was requested. */
  readonly url?: string;
  /** Interfaces of the agent in addition to `url`, such as gRPC. */
  readonly interfaces?: readonly AgentInterface[];
  readonly skills?: readonly AgentSkill[];
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
  /** Media types of messages that the agent accepts, such as `image/*`. Default: all. */
  readonly inputModes?: readonly string[];
  /** Media types of the agent's answers. Default: no accepted type of a caller is rejected. */
  readonly outputModes?: readonly string[];
  /** Protocol extensions of the agent, in addition to the tool calls extension. */
  readonly extensions?: readonly AgentExtension[];
  /** Whether task histories show tool calls. Default: `shown`. */
  readonly toolCalls?: 'shown' | 'hidden';
  /** Alternative security requirements: a caller must meet one of them. */
  readonly security?: readonly AgentSecurity[];
  /** The extended card. If undefined, the agent has none. */
  readonly extended?: ExtendedCard;
}

/** Returns the additional card fields for an authenticated caller (section 3.1.11). */
export type ExtendedCard = (reader: CardReader) => ExtendedCardFields | Promise<ExtendedCardFields>;

/** The authenticated caller that requests an extended card. */
export interface CardReader {
  /** Name of the authenticated caller, which is never empty. */
  readonly principal: string;
}

/** Fields that replace those of the public card. `skills` are added to the public skills instead. */
export type ExtendedCardFields = Partial<
  Omit<AgentDescription, 'name' | 'url' | 'interfaces' | 'toolCalls' | 'security' | 'extended'>
>;

/** An additional interface of an agent, as listed in its card (section 4.4.6). */
export interface AgentInterface {
  /** URL of the interface; for the binding `GRPC`, host and port. */
  readonly url: string;
  readonly protocolBinding: string;
  readonly protocolVersion: string;
  /** Tenant of the interface, if several agents share one URL. */
  readonly tenant?: string;
}

/** A protocol extension, identified by its URI (section 4.6). */
export interface AgentExtension {
  readonly uri: string;
  readonly description?: string;
  /** Whether requests that do not list the extension are rejected. Default: false. */
  readonly required?: boolean;
  readonly params?: JsonObject;
}

/** A skill of an agent. If `inputModes` or `outputModes` are missing, those of the agent apply. */
export interface AgentSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly string[];
  readonly inputModes?: readonly string[];
  readonly outputModes?: readonly string[];
}

/** A named security scheme. For the kind `openid`, `url` is the discovery URL. */
export type AgentSecurity = {
  readonly name: string;
  readonly description?: string;
} & (
  | {
      readonly kind: 'http';
      /** HTTP authentication scheme, such as `Bearer`. */
      readonly scheme: string;
      readonly bearerFormat?: string;
    }
  | {
      readonly kind: 'api-key';
      readonly in: 'header' | 'query' | 'cookie';
      /** Name of the header, query parameter or cookie that holds the API key. */
      readonly field: string;
    }
  | { readonly kind: 'openid'; readonly url: string; readonly scopes?: readonly string[] }
  | {
      readonly kind: 'oauth2';
      /** OAuth flows in OpenAPI form, which A2A 1.0 and 0.3 share. */
      readonly flows: JsonObject;
      readonly scopes?: readonly string[];
    }
);

export const DEFAULT_INPUT_MODES: readonly string[] = ['text/plain', 'application/json', 'image/*'];
export const DEFAULT_OUTPUT_MODES: readonly string[] = ['text/plain', 'application/json'];

/** Adds card fields to an agent's description. They replace existing fields; skills are appended. */
export function mergeExtendedCard(
  agent: AgentDescription,
  added: ExtendedCardFields,
): AgentDescription {
  const more = added.skills ?? [];
  const kept = (agent.skills ?? []).filter(({ id }) => more.every((skill) => skill.id !== id));
  return { ...agent, ...added, skills: [...kept, ...more] };
}
