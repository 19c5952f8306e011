import type { JsonObject } from '../../core/index.ts';

/** What an agent says about itself; both versions of its card are made from this. */
export interface AgentDescription {
  /** The agent's name in its runner, and the name that tasks carry. */
  readonly name: string;
  /** The name for people; default: `name`. */
  readonly title?: string;
  readonly description: string;
  /** The agent's own version, not the protocol's. */
  readonly version: string;
  /** The address of the agent from outside; default: the address that the card was asked for at. */
  readonly url?: string;
  /** Where the agent is reached besides `url`, such as over gRPC. */
  readonly interfaces?: readonly AgentInterface[];
  readonly skills?: readonly AgentSkill[];
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
  /**
   * The media types that messages may have; `image/*` is any image. Messages with others are refused. Default:
   * the card says text, JSON and images, and nothing is refused.
   */
  readonly inputModes?: readonly string[];
  /**
   * The media types of answers. Clients that accept none of them are refused. Default: the card says text and
   * JSON, and no client is refused.
   */
  readonly outputModes?: readonly string[];
  /** Extensions of the protocol that the agent knows, beside that of tool calls. */
  readonly extensions?: readonly AgentExtension[];
  /** Whether histories of tasks show which tools the agent called. Default `shown`. */
  readonly toolCalls?: 'shown' | 'hidden';
  /** How callers authenticate; one of these is enough. */
  readonly security?: readonly AgentSecurity[];
  /** What its card says beside that to callers who are known by name; without it there is no extended card. */
  readonly extended?: ExtendedCard;
}

/** Says more of an agent to one caller, who has authenticated (section 3.1.11). */
export type ExtendedCard = (reader: CardReader) => ExtendedCardFields | Promise<ExtendedCardFields>;

/** Who asks for an extended card. */
export interface CardReader {
  /** The name of the caller, which is never empty. */
  readonly principal: string;
}

/** What an extended card says in place of the public one; its skills are added to those of the public card. */
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

/** A way to an agent, as a card writes it (section 4.4.6). */
export interface AgentInterface {
  /** A host and a port where the binding is `GRPC`. */
  readonly url: string;
  readonly protocolBinding: string;
  /** Such as `1.0`. */
  readonly protocolVersion: string;
  /** What callers put into each request, where several agents have one address. */
  readonly tenant?: string;
}

/** An extension of the protocol, which its address names (section 4.6). */
export interface AgentExtension {
  readonly uri: string;
  /** How the agent uses it. */
  readonly description?: string;
  /** Whether requests of clients that do not name the extension are refused. Default false. */
  readonly required?: boolean;
  readonly params?: JsonObject;
}

/** A skill without media types has those of the agent. */
export interface AgentSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly string[];
  readonly inputModes?: readonly string[];
  readonly outputModes?: readonly string[];
}

/** A way to authenticate, under a name of its own. `openid` takes the discovery URL. */
export type AgentSecurity =
  | {
      readonly kind: 'http';
      readonly name: string;
      /** Such as `Bearer`. */
      readonly scheme: string;
      readonly bearerFormat?: string;
      readonly description?: string;
    }
  | {
      readonly kind: 'api-key';
      readonly name: string;
      readonly in: 'header' | 'query' | 'cookie';
      /** The name of the header, parameter or cookie. */
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
      /** The flows in OpenAPI form, which both versions share. */
      readonly flows: JsonObject;
      readonly scopes?: readonly string[];
      readonly description?: string;
    };

export const DEFAULT_INPUT_MODES: readonly string[] = ['text/plain', 'application/json', 'image/*'];
export const DEFAULT_OUTPUT_MODES: readonly string[] = ['text/plain', 'application/json'];
