import type { JsonObject } from '../../../core/index.ts';

/** The description of an agent, from which its 1.0 and 0.3 cards are built. */
export interface AgentDescription {
  /** The agent's name in its runner and in tasks. */
  readonly name: string;
  /** The display name of the agent. Default: `name`. */
  readonly title?: string;
  readonly description: string;
  /** The version of the agent itself, not of the protocol. */
  readonly version: string;
  /** The public URL of the agent. Default: the URL at which the card was requested. */
  readonly url?: string;
  /** Further interfaces of the agent besides `url`, such as gRPC. */
  readonly interfaces?: readonly AgentInterface[];
  readonly skills?: readonly AgentSkill[];
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
  /**
   * The media types that messages may contain; `image/*` means any image. Messages with other types
   * are rejected. Default: the card lists text, JSON and images, and nothing is rejected.
   */
  readonly inputModes?: readonly string[];
  /**
   * The media types of answers. Requests that accept none of them are rejected. Default: the card
   * lists text and JSON, and nothing is rejected.
   */
  readonly outputModes?: readonly string[];
  /** Protocol extensions that the agent supports, besides the tool calls extension. */
  readonly extensions?: readonly AgentExtension[];
  /** Whether task histories show tool calls. Default: `shown`. */
  readonly toolCalls?: 'shown' | 'hidden';
  /** The ways to authenticate. A caller needs only one of them. */
  readonly security?: readonly AgentSecurity[];
  /**
   * Returns extra card fields for authenticated callers. If undefined, the agent has no extended
   * card.
   */
  readonly extended?: ExtendedCard;
}

/** Returns the extended card fields for one authenticated caller (section 3.1.11). */
export type ExtendedCard = (reader: CardReader) => ExtendedCardFields | Promise<ExtendedCardFields>;

/** The caller that requests an extended card. */
export interface CardReader {
  /** The name of the caller. Never empty. */
  readonly principal: string;
}

/**
 * Fields that replace those of the public card. `skills` are added to the public skills instead.
 */
export type ExtendedCardFields = Partial<
  Pick<
    AgentDescription,
    | 'title'
    | 'description'
    | 'version'
    | 'skills'
    | 'provider'
    | 'documentationUrl'
    | 'iconUrl'
    | 'inputModes'
    | 'outputModes'
    | 'extensions'
  >
>;

/** An additional interface of an agent, as listed in its card (section 4.4.6). */
export interface AgentInterface {
  /** The URL of the interface. For the binding `GRPC`: host and port. */
  readonly url: string;
  readonly protocolBinding: string;
  /** The protocol version, such as `1.0`. */
  readonly protocolVersion: string;
  /** The tenant that callers send with each request, if several agents share one URL. */
  readonly tenant?: string;
}

/** A protocol extension, identified by its URI (section 4.6). */
export interface AgentExtension {
  readonly uri: string;
  /** How the agent uses the extension. */
  readonly description?: string;
  /** Whether requests that do not list the extension are rejected. Default: false. */
  readonly required?: boolean;
  readonly params?: JsonObject;
}

/** A skill of an agent. If `inputModes` or `outputModes` are absent, those of the agent apply. */
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
export type AgentSecurity =
  | {
      readonly kind: 'http';
      readonly name: string;
      /** The HTTP authentication scheme, such as `Bearer`. */
      readonly scheme: string;
      readonly bearerFormat?: string;
      readonly description?: string;
    }
  | {
      readonly kind: 'api-key';
      readonly name: string;
      readonly in: 'header' | 'query' | 'cookie';
      /** The name of the header, query parameter or cookie. */
      readonly field: string;
      readonly description?: string;
    }
  | {
      readonly kind: 'openid';
      readonly name: string;
      readonly url: string;
      readonly scopes?: readonly string[];
      readonly description?: string;
    }
  | {
      readonly kind: 'oauth2';
      readonly name: string;
      /** The OAuth flows in OpenAPI form, which 1.0 and 0.3 share. */
      readonly flows: JsonObject;
      readonly scopes?: readonly string[];
      readonly description?: string;
    };

export const DEFAULT_INPUT_MODES: readonly string[] = ['text/plain', 'application/json', 'image/*'];
export const DEFAULT_OUTPUT_MODES: readonly string[] = ['text/plain', 'application/json'];
