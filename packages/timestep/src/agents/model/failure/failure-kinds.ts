/** Why a model call failed: at the provider, in its AI SDK package or in the network. */
export type FailureCode =
  | 'rate-limited'
  | 'quota-used-up'
  | 'limit-too-low'
  | 'out-of-credit'
  | 'spend-limit'
  | 'unauthorized'
  | 'forbidden'
  | 'model-not-found'
  | 'overloaded'
  | 'provider-error'
  | 'timeout'
  | 'unreachable'
  | 'context-length'
  | 'request-too-large'
  | 'bad-request'
  | 'refused';

/** The called model, as error messages name it. */
export interface CalledModel {
  readonly provider: string;
  readonly model: string;
  /** Name of the setting to check if the provider refuses the API key. */
  readonly keyHint?: string;
  readonly redact?: (text: string) => string;
}

/** What to do after one kind of model call failure, and the message for the user. */
export interface FailureKind {
  /** Whether a repeated request can succeed. `if-named`: only if the provider says when. */
  readonly canPass: 'always' | 'if-named' | 'never';
  /** Which other model may answer after the failure. */
  readonly fallback: 'any-model' | 'other-account' | 'larger-model' | 'none';
  /** Returns the message that the user reads. `where` is the provider's URL in parentheses, or empty. */
  readonly describe: (called: CalledModel, where: string) => string;
}

/** What to do after a failed model call, by the code of the failure. */
export const FAILURE_KINDS: Readonly<Record<FailureCode, FailureKind>> = {
  'rate-limited': {
    canPass: 'always',
    fallback: 'any-model',
    describe: ({ provider }) => `${provider} rate limit exceeded`,
  },
  'quota-used-up': {
    canPass: 'always',
    fallback: 'any-model',
    describe: ({ provider, model }) => `the daily quota for ${model} at ${provider} is used up`,
  },
  'limit-too-low': {
    canPass: 'never',
    fallback: 'any-model',
    describe: ({ provider, model }) =>
      `the request exceeds the whole limit of the ${provider} account for ${model}, so waiting does not help; shorten the conversation or raise the limit`,
  },
  'out-of-credit': {
    canPass: 'never',
    fallback: 'other-account',
    describe: ({ provider }) => `the ${provider} account has no credit left; add credit`,
  },
  'spend-limit': {
    canPass: 'if-named',
    fallback: 'other-account',
    describe: ({ provider }) => `the spend limit of the ${provider} account is reached`,
  },
  unauthorized: {
    canPass: 'never',
    fallback: 'other-account',
    describe: ({ provider, keyHint }) => `${provider} refused the key${formatKeyAdvice(keyHint)}`,
  },
  forbidden: {
    canPass: 'never',
    fallback: 'other-account',
    describe: ({ provider, model, keyHint }) =>
      `${provider} does not let this key use ${model}${formatKeyAdvice(keyHint)}`,
  },
  'model-not-found': {
    canPass: 'never',
    fallback: 'any-model',
    describe: ({ provider, model }, where) => `${provider}${where} has no model ${model}`,
  },
  overloaded: {
    canPass: 'always',
    fallback: 'any-model',
    describe: ({ provider }) => `${provider} is overloaded`,
  },
  'provider-error': {
    canPass: 'always',
    fallback: 'any-model',
    describe: ({ provider }) => `${provider} failed`,
  },
  timeout: {
    canPass: 'always',
    fallback: 'any-model',
    describe: ({ provider }) => `${provider} timed out`,
  },
  unreachable: {
    canPass: 'always',
    fallback: 'any-model',
    describe: ({ provider }, where) => `the connection to ${provider}${where} was lost`,
  },
  'context-length': {
    canPass: 'never',
    fallback: 'larger-model',
    describe: ({ provider, model }) => `the transcript is too long for ${model} at ${provider}`,
  },
  'request-too-large': {
    canPass: 'never',
    fallback: 'none',
    describe: ({ provider }) =>
      `the request has too many bytes for ${provider}; send smaller files`,
  },
  'bad-request': {
    canPass: 'never',
    fallback: 'none',
    describe: ({ provider, model }) => `${provider} rejected the request for ${model}`,
  },
  refused: {
    canPass: 'never',
    fallback: 'none',
    describe: ({ provider, model }) =>
      `the content filter of ${provider} refused the request for ${model}`,
  },
};

function formatKeyAdvice(keyHint: string | undefined): string {
  return keyHint === undefined ? '' : `; check ${keyHint}`;
}
