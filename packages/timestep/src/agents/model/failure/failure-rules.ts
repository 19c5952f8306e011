import { parseRefusedPaths } from '../refusal/refused-path.ts';
import type { FailureSignals } from './failure-signals.ts';
import type { FailureCode } from './failure-kinds.ts';

/** A rule that recognizes the cause of a failed model call. All given conditions must hold. */
interface FailureRule {
  readonly code: FailureCode;
  /** Error codes or types in lower case, of which the provider's error must have one. */
  readonly names?: readonly string[];
  readonly statuses?: readonly number[];
  /** Pattern of the error text. A rule that has a pattern also has statuses or names. */
  readonly text?: RegExp;
  readonly applies?: (signals: FailureSignals) => boolean;
}

/** Error codes of rate limits, which providers also send for other limits. */
const PACE_NAMES = [
  'rate_limit_exceeded',
  'rate_limit_error',
  'rate_limited',
  'ramp_limit_exceeded',
  'slow_down',
  'throttlingexception',
  'toomanyrequestsexception',
];

const CREDIT_TEXT = /used all available credits|credit balance is too low|insufficient balance/i;
const OVERFLOW_TEXT =
  /context[ _]length|context window|prompt is too long|input is too long|maximum (context|prompt) length|exceeds the maximum number of tokens|input token count.{0,40}exceeds|reduce the length of the messages|exceeds? the (available )?context size|too many (input )?tokens|exceeded model token limit/i;

/** Characters of a request that a small context window may not hold: about 4,000 tokens. */
const LONG_REQUEST = 16_000;

/**
 * The rules that find the cause of a failed model call, in the order in which they are tried: error
 * codes before HTTP statuses. Error texts only distinguish failures with the same code or status,
 * and never make a server failure (500 and above) final.
 */
const FAILURE_RULES: readonly FailureRule[] = [
  // Credit and spending limits of the account: waiting only helps if the provider names a time.
  {
    code: 'out-of-credit',
    names: [
      'insufficient_quota',
      'credit_balance_exhausted',
      'billing_hard_limit_reached',
      'billing_not_active',
      'billing_error',
      'payment_required',
      'openrouter_credits',
      'linked_organization_billing_unavailable',
      'weight_exceeds_budget',
    ],
  },
  { code: 'rate-limited', names: ['openrouter_in_flight_budget'] },
  { code: 'out-of-credit', statuses: [400, 403, 429], text: CREDIT_TEXT },
  {
    code: 'spend-limit',
    names: [
      'organization_spend_limit_exceeded',
      'project_spend_limit_exceeded',
      'organization_usage_limit_exceeded',
      'enforced_spend_limit_reached',
      'contract_spend_limit_reached',
      'linked_organization_spend_limit_reached',
      'openrouter_guardrail_budget',
      'openrouter_workspace_budget',
      'openrouter_key_limit',
      'usage_limit_reached',
      'usage_not_included',
    ],
  },
  {
    code: 'spend-limit',
    statuses: [400, 429],
    text: /reached your specified (workspace )?API usage limits/i,
  },
  // The request alone exceeds a rate limit, so waiting does not help.
  { code: 'limit-too-low', statuses: [413, 429], applies: requestExceedsMinuteLimit },
  // An error inside a stream has no HTTP status.
  { code: 'limit-too-low', names: PACE_NAMES, applies: requestExceedsMinuteLimit },
  { code: 'limit-too-low', statuses: [413], names: PACE_NAMES },
  { code: 'limit-too-low', statuses: [429], text: /\blimit: 0\b/i },
  // Providers also report used-up daily quotas and overload with the status of rate limits (429).
  {
    code: 'quota-used-up',
    statuses: [429],
    applies: ({ names }) => names.some((name) => /per_?day|daily/.test(name)),
  },
  { code: 'quota-used-up', names: ['quota_exceeded'] },
  {
    code: 'quota-used-up',
    statuses: [429],
    text: /\b(requests|tokens) per day\b|too many tokens per day/i,
  },
  {
    code: 'overloaded',
    statuses: [429],
    names: ['modelnotreadyexception', 'resource_unavailable'],
  },
  {
    code: 'overloaded',
    statuses: [429],
    text: /high demand|currently overloaded|resource exhausted, please try again/i,
  },
  // Errors in the request: it is too long or violates a content policy.
  {
    code: 'context-length',
    names: [
      'context_length_exceeded',
      'exceed_context_size_error',
      'model_context_window_exceeded',
    ],
  },
  // Providers use `string_above_max_length` also for a single text that is too long, and then name its path.
  {
    code: 'context-length',
    names: ['string_above_max_length'],
    applies: ({ text }) => parseRefusedPaths(text).length === 0,
  },
  // Cerebras refuses too long requests without an error message (badlogic/pi-mono, overflow.ts).
  {
    code: 'context-length',
    statuses: [400, 413],
    applies: ({ requestOfNoAnswer: length = 0 }) => length > LONG_REQUEST,
  },
  { code: 'context-length', statuses: [400, 413, 422], text: OVERFLOW_TEXT },
  {
    code: 'request-too-large',
    names: ['request_too_large', 'request_body_too_large_after_decoding'],
  },
  {
    code: 'refused',
    names: [
      'content_filter',
      'content_policy_violation',
      'responsibleaipolicyviolation',
      'image_content_policy_violation',
      'cyber_policy',
      'bio_policy',
    ],
  },
  // Errors of the API key, the model name or the permissions.
  {
    code: 'unauthorized',
    names: [
      'invalid_api_key',
      'authentication_error',
      'api_key_invalid',
      'unauthenticated',
      'unrecognizedclientexception',
      'expiredtokenexception',
      'invalidclienttokenid',
      'incompletesignature',
    ],
  },
  {
    code: 'unauthorized',
    statuses: [400],
    text: /(incorrect|invalid) api key|api key not valid/i,
  },
  {
    code: 'model-not-found',
    names: ['model_not_found', 'unknown_model', 'deploymentnotfound', 'model_not_available'],
  },
  {
    code: 'model-not-found',
    statuses: [400],
    text: /model identifier is invalid|not a valid model id|invalid model|unknown model|model .{1,80} (not found|does not exist|not exist|is not supported)/i,
  },
  {
    code: 'forbidden',
    names: [
      'permission_error',
      'accessdeniedexception',
      'organization_on_hold',
      'unsupported_country_region_territory',
      'data_residency_mismatch',
      'validation_required',
    ],
  },
  {
    code: 'forbidden',
    statuses: [400],
    names: ['failed_precondition'],
    text: /not available in your (country|region|location)|location is not supported/i,
  },
  // Error names by which providers report overload and timeouts.
  {
    code: 'overloaded',
    names: [
      'overloaded_error',
      'server_is_overloaded',
      'service_unavailable_error',
      'model_capacity_exhausted',
      'provider_overloaded',
      'capacity_exceeded',
      'compaction_unavailable',
      'insufficient_system_resource',
      'serviceunavailableexception',
      'unavailable',
      'conversation_locked',
      'thread_continue_in_flight',
      'conflict_error',
    ],
  },
  { code: 'timeout', names: ['timeout_error', 'deadline_exceeded', 'modeltimeoutexception'] },
  // Remaining failures by HTTP status, or by error type, because errors inside a stream have no status.
  { code: 'rate-limited', statuses: [429] },
  { code: 'rate-limited', names: PACE_NAMES },
  { code: 'out-of-credit', statuses: [402] },
  { code: 'unauthorized', statuses: [401] },
  { code: 'forbidden', statuses: [403] },
  { code: 'model-not-found', statuses: [404] },
  { code: 'request-too-large', statuses: [413] },
  { code: 'timeout', statuses: [408, 504, 524] },
  { code: 'overloaded', statuses: [409, 424, 425, 498, 503, 529] },
  { code: 'provider-error', applies: ({ status = 0 }) => status >= 500 },
  {
    code: 'provider-error',
    names: [
      'api_error',
      'server_error',
      'internal',
      'internalserverexception',
      'internal_server_error',
    ],
  },
  {
    code: 'bad-request',
    names: ['invalid_request_error', 'validationexception', 'invalid_argument'],
  },
  { code: 'bad-request', applies: ({ status = 0 }) => status >= 400 },
];

/** Returns the code for the cause of a failed model call. Undefined if no rule applies. */
export function findFailureCode(signals: FailureSignals): FailureCode | undefined {
  return FAILURE_RULES.find((rule) => ruleMatchesSignals(rule, signals))?.code;
}

function ruleMatchesSignals(
  { names, statuses, text, applies }: FailureRule,
  signals: FailureSignals,
): boolean {
  if (names && !names.some((name) => signals.names.includes(name))) return false;
  if (statuses && (signals.status === undefined || !statuses.includes(signals.status)))
    return false;
  if (text && !text.test(signals.text)) return false;
  return applies === undefined || applies(signals);
}

const LIMIT_AND_REQUEST = /\blimit:? (\d[\d,]*)\b.{0,60}\brequested:? (\d[\d,]*)/i;

/** Whether one request exceeds the limit per minute, as in "Limit 30,000, Requested 30,601". */
function requestExceedsMinuteLimit({ text }: FailureSignals): boolean {
  const [, limit = '', requested = ''] = LIMIT_AND_REQUEST.exec(text) ?? [];
  return limit !== '' && parseCount(limit) < parseCount(requested);
}

function parseCount(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}
