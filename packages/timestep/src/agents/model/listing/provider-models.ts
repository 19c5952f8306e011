import type { ModelErrorCode } from '../model-error.ts';

/** A model that a provider offers. */
export interface ListedModel {
  /** Name of the model as `provider/model`, which `createAgent` accepts. */
  readonly name: string;
  /** Price of input in US dollars per million tokens. Undefined if unknown. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
  /** Size of the context window in tokens. Undefined if unknown. */
  readonly contextWindow?: number;
}

/**
 * `ready`: the provider accepted the key. `not-configured`: a key or base URL is missing.
 * `not-listed`: it can be called, but has no list. `failed`: it refused the key or was not reached.
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
