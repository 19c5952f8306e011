import type { NoticeItem } from './view-item.ts';

/** What a person can do about a failure: in words for a chat with slash commands, and for a page with buttons. */
interface Advice {
  readonly inChat: string;
  readonly onPage: string;
}

const AGAIN: Advice = { inChat: 'Write "go on" to try again.', onPage: 'Try again.' };

/** Advice to do something, or else to choose another model. */
function orChooseModel(inChat: string, onPage = inChat): Advice {
  return {
    inChat: `${inChat}, or choose another model with /model.`,
    onPage: `${onPage}, or choose another model.`,
  };
}

/** Advice by the code of a failure. */
const ADVICE: Readonly<Record<string, Advice>> = {
  'missing-key': orChooseModel('Set the named API key'),
  'missing-setting': orChooseModel('Set the named value'),
  'unknown-provider': {
    inChat: 'List the providers with /providers.',
    onPage: 'Choose a model of one of the providers on the page of the agent.',
  },
  'not-installed': orChooseModel('Install the named package'),
  'model-not-found': {
    inChat: 'List the models with /models and choose one with /model.',
    onPage: 'Choose another model.',
  },
  'rate-limited': orChooseModel('Wait a minute and write "go on"', 'Wait a minute and try again'),
  'quota-used-up': orChooseModel(
    'Write "go on" when the quota is renewed',
    'Try again when the quota is renewed',
  ),
  'limit-too-low': orChooseModel(
    'Shorten the conversation with /compact',
    'Start a new conversation',
  ),
  'out-of-credit': orChooseModel('Add credit to the account'),
  'spend-limit': orChooseModel('Raise the spend limit'),
  overloaded: AGAIN,
  forbidden: orChooseModel('Check what the API key may use'),
  'request-too-large': {
    inChat: 'Send smaller files, or start a new conversation with /clear.',
    onPage: 'Send smaller files, or start a new conversation.',
  },
  refused: orChooseModel('Write the message in other words'),
  unauthorized: orChooseModel("Check the provider's API key"),
  'context-length': {
    inChat: 'Shorten the conversation with /compact, or start a new one with /clear.',
    onPage: 'Start a new conversation, or choose a model with a larger context.',
  },
  'bad-request': {
    inChat: 'Choose another model with /model, or start a new conversation with /clear.',
    onPage: 'Choose another model, or start a new conversation.',
  },
  unreachable: {
    inChat: 'Check that the server is running and reachable, then write "go on".',
    onPage: 'Check that the server is running and reachable, then try again.',
  },
  timeout: AGAIN,
  'provider-error': AGAIN,
  'empty-reply': AGAIN,
  'output-limit': {
    inChat: 'Raise the limit with /setting maxOutputTokens.',
    onPage: 'Raise maxOutputTokens in the settings of the agent.',
  },
  process_lost: {
    inChat: 'Write "go on" to try again; /tasks shows what happened.',
    onPage: 'Try again; the timeline shows what happened.',
  },
  max_steps: {
    inChat: 'Write "go on" to continue, or raise the limit with /setting maxChatTurns.',
    onPage: 'Send another message to continue, or raise maxChatTurns in the settings of the agent.',
  },
  time_limit: {
    inChat: 'Write "go on" to continue.',
    onPage: 'Send another message to continue.',
  },
};

/** Returns the advice about a failure where slash commands can be typed; undefined without any. */
export function findChatAdvice(code: string): string | undefined {
  return ADVICE[code]?.inChat;
}

/** Returns the advice of a notice in words for a page, where nothing is typed; undefined without any. */
export function findPageAdvice({
  advice,
  code,
}: Pick<NoticeItem, 'advice' | 'code'>): string | undefined {
  return code === undefined ? advice : ADVICE[code]?.onPage;
}
