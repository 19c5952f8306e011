const AGAIN = 'Write "go on" to try again.';

/** What a user can do about failures, by their codes. */
const ADVICE: Readonly<Record<string, string>> = {
  'missing-key': 'Set the key that is named, or choose another model with /model.',
  'missing-setting': 'Set what is named, or choose another model with /model.',
  'unknown-provider': '/providers lists those that exist.',
  'not-installed': 'Install the package that is named, or choose another model with /model.',
  'model-not-found': '/models lists the models; /model chooses another one.',
  'rate-limited': 'Wait a little and write "go on", or choose another model with /model.',
  unauthorized: 'Check the key of the provider, or choose another model with /model.',
  'context-length': '/compact shortens the conversation; /clear begins a new one.',
  'bad-request': 'Choose another model with /model, or begin anew with /clear.',
  unreachable: 'Check that it runs and can be reached; then write "go on".',
  timeout: AGAIN,
  'provider-error': AGAIN,
  'empty-reply': AGAIN,
  'output-limit': 'Raise the limit with /setting maxOutputTokens.',
  process_lost: 'Write "go on" to try once more; /tasks shows what happened.',
  max_steps: 'Write "go on" to continue, or raise the limit with /setting maxChatTurns.',
  time_limit: 'Write "go on" to continue.',
};

/** What a user of a conversation can do about a failure, where something is known to help. */
export function adviceFor(code: string): string | undefined {
  return ADVICE[code];
}
