import type { ModelErrorCode } from '../model-error.ts';

/** A model that a provider offers. */
export interface ListedModel {
  /** The name `provider/model`, which `createAgent` accepts. */
  readonly name: string;
  /** US dollars per million input tokens. Undefined if unknown. */
  readonly inputPrice?: number;
  /** US dollars per million output tokens. Undefined if unknown. */
  readonly outputPrice?: number;
  /** Size of the context window in tokens. Undefined if unknown. */
  readonly contextWindow?: number;
}

/**
 * The result of querying one provider. `ready`: the provider answered and accepted the key.
 * `not-configured`: a key or a base URL is missing. `not-listed`: the provider can be called but
 * has no list of models. `failed`: the provider refused the key, was not reached, or sent another
 * kind of response. `message` is a sentence without keys.
 */
export type ProviderModels =
  | {
      readonly provider: string;
      readonly state: 'ready';
      readonly models: readonly ListedModel[];
    }
  | {
      readonly provider: string;
      readonly state: 'not-configured' | 'not-listed';
      readonly message: string;
    }
  | {
      readonly provider: string;
      readonly state: 'failed';
      readonly code: ModelErrorCode;
      readonly message: string;
    };
