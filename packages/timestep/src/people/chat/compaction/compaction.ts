import {
  buildSummaryPrompt,
  divideForSummary,
  getRefusalAdvice,
  getText,
  omitUndefined,
  type Limits,
  type Message,
  type Session,
} from '#core';
import type { AgentChoices, AgentContext, AgentFn } from '#engine/port';
import { ConversationError } from '../conversation/conversation-error.ts';
import type { CompactionOptions, Summarize } from '../conversation/conversation.ts';

/** How a conversation is summarized, automatically or on request of the user. */
export interface Compaction {
  readonly options: CompactionOptions;
  /** Creates a summarizer. `focus` names what the summary must retain. */
  readonly createSummarizer: (focus: string) => Summarize;
}

const LIMITS: Limits = { max_steps: 1, time_limit_s: 3600 };

/** Creates a compaction; undefined for a remote agent, which stores its own conversations. */
export function createCompaction(
  choices: Pick<AgentChoices, 'answers' | 'models' | 'getContextWindow'>,
  session: () => Session,
  newId: () => string,
): Compaction | undefined {
  const { answers, models } = choices;
  if (!answers) return undefined;
  const createSummarizer = (focus: string): Summarize => {
    const { id: contextId, agent, settings } = session();
    const { model } = settings;
    // A rule-based model ignores the transcript, so that it cannot summarize.
    if ((model ?? models?.getOwnModel())?.startsWith('builtin:')) {
      const message = 'no model can create a summary: choose one with /model';
      throw new ConversationError('no-summary', message);
    }
    const turn = { include: [], exclude: [], permitted: [], ...omitUndefined({ model }) };
    const task = { id: newId(), contextId, agent, metadata: {} };
    const context = { task, turn, limits: LIMITS, key: task.id };
    const getWindow = (): Promise<number> => choices.getContextWindow(model);
    return createAgentSummarizer(answers, context, focus, getWindow);
  };
  return {
    createSummarizer,
    options: {
      window: () => choices.getContextWindow(session().settings.model),
      summarize: async (messages, signal) => createSummarizer('')(messages, signal),
    },
  };
}

/**
 * Maximum number of characters of a summary request if the size of the context window is unknown.
 */
const USUAL_LENGTH = 400_000;

/**
 * Assumed characters per token when a request is fitted into the context window. It is low, so that
 * instructions and summary also fit.
 */
const CHARACTERS_PER_TOKEN = 2.5;

/** Maximum number of times that a refused request is repeated with half of its text. */
const MAX_HALVINGS = 4;

/**
 * Creates a summarizer. A conversation that is too long is summarized in pieces, oldest first, and
 * long messages are shortened. Rejects with the agent's error or `no-summary`.
 */
export function createAgentSummarizer(
  agent: AgentFn,
  context: Omit<AgentContext, 'tools' | 'signal' | 'emit' | 'attempt' | 'seed'>,
  focus = '',
  getWindow: () => Promise<number> = () => Promise.resolve(Infinity),
): Summarize {
  async function summarizePiece(
    piece: string,
    earlierSummary: string,
    signal: AbortSignal,
  ): Promise<string> {
    const reply = await agent(buildSummaryPrompt(piece, focus, earlierSummary), {
      ...context,
      tools: [],
      seed: 0,
      attempt: 1,
      signal,
      emit: () => undefined,
    });
    const summary = getText(reply).trim();
    if (summary !== '') return summary;
    const message = 'the model replied with an empty summary: try again, or choose another model';
    throw new ConversationError('no-summary', message);
  }

  async function summarizePieceByPiece(
    messages: readonly Message[],
    length: number,
    signal: AbortSignal,
  ): Promise<string> {
    let summary = '';
    for (const piece of divideForSummary(messages, length)) {
      summary = await summarizePiece(piece, summary, signal);
    }
    return summary;
  }

  return async (messages, signal) => {
    let length = Math.min(USUAL_LENGTH, (await getWindow()) * CHARACTERS_PER_TOKEN);
    for (let halvings = 0; ; halvings += 1) {
      try {
        return await summarizePieceByPiece(messages, length, signal);
      } catch (thrown) {
        const advice = getRefusalAdvice(thrown);
        if (!advice || advice.reason === 'content' || halvings === MAX_HALVINGS) throw thrown;
        length = Math.floor(length / 2);
      }
    }
  };
}
