const AGAIN = 'Write "go on" to try again.';

const ADVICE: Readonly<Record<string, string>> = {
  'missing-key': 'Set the named API key, or choose another model with /model.',
  'missing-setting': 'Set the named value, or choose another model with /model.',
  'unknown-provider': 'List the providers with /providers.',
  'not-installed': 'Install the named package, or choose another model with /model.',
  'model-not-found': 'List the models with /models and choose one with /model.',
  'rate-limited': 'Wait a minute and write "go on", or choose another model with /model.',
  unauthorized: "Check the provider's API key, or choose another model with /model.",
  'context-length': 'Shorten the conversation with /compact, or start a new one with /clear.',
  'bad-request': 'Choose another model with /model, or start a new conversation with /clear.',
  unreachable: 'Check that the server is running and reachable, then write "go on".',
  timeout: AGAIN,
  'provider-error': AGAIN,
  'empty-reply': AGAIN,
  'output-limit': 'Raise the limit with /setting maxOutputTokens.',
  process_lost: 'Write "go on" to try again; /tasks shows what happened.',
  max_steps: 'Write "go on" to continue, or raise the limit with /setting maxChatTurns.',
  time_limit: 'Write "go on" to continue.',
};

export function getAdviceForError(code: string): string | undefined {
  return ADVICE[code];
}
