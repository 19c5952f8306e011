import type { ModelErrorCode } from '../model-error.ts';

/** A model that a provider offers. */
export interface ListedModel {
  /** `provider/model`, as `createAgent` takes it. */
  readonly name: string;
  /** US dollars for a million tokens that are sent; absent where it is not known. */
  readonly inputPrice?: number;
  /** US dollars for a million tokens that are replied; absent where it is not known. */
  readonly outputPrice?: number;
  /** Tokens; absent where it is not known. */
  readonly contextWindow?: number;
}

/**
 * What a provider says of its models. `ready`: it was asked, and took the key. `not-configured`: a key or
 * an address is missing. `not-listed`: it can be called, but not asked for a list. `failed`: it refused
 * the key, was not reached, or answered something else. `message` is a sentence without keys.
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
