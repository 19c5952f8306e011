import type { Message } from '#core';
import type { ArgumentNames } from '../request/tools/argument-names.ts';
import {
  checkTranscriptMessages,
  createTranscriptCheck,
  type TranscriptCheck,
  type TranscriptLimits,
} from '../request/transcript/check-transcript.ts';
import { prepareTranscript, repairTranscript } from '../request/transcript/prepare-transcript.ts';
import {
  convertTranscript,
  createPromptDraft,
  appendMessagesToPrompt,
  type ConvertedTranscript,
  type PromptDraft,
} from './messages-to-prompt.ts';
import type { ReplyAuthor } from './provider-parts.ts';
import type { ToolNameMap } from './tool-name-map.ts';

/** Builds the prompt of a transcript in the form that a model provider accepts. */
export type BuildPrompt = (
  messages: readonly Message[],
  names: ToolNameMap,
  argumentNames: ArgumentNames,
) => ConvertedTranscript;

/** The part of a transcript that an earlier request sent, with the prompt made from it. */
interface SentPart {
  readonly messages: readonly Message[];
  readonly names: ToolNameMap;
  readonly argumentNames: ArgumentNames;
  readonly check: TranscriptCheck;
  readonly draft: PromptDraft;
}

/**
 * Minimum number of messages of a transcript whose converted form is cached. Shorter transcripts are as fast
 * to convert as to compare with the cache.
 */
const WORTH_REMEMBERING = 40;

/**
 * Creates a function that builds prompts. It remembers the beginning of long transcripts, so that a
 * request costs only the conversion of its new messages.
 */
export function createPromptBuilder(author: ReplyAuthor, limits: TranscriptLimits): BuildPrompt {
  const sentParts = new WeakMap<Message, SentPart>();
  return (messages, names, argumentNames) => {
    const options = { family: author.family, argumentNames };
    if (messages.length < WORTH_REMEMBERING) {
      const prepared = prepareTranscript(messages, limits);
      return convertTranscript(prepared, author.provider, names, options);
    }
    // The first user message identifies the conversation: conversations can share instructions.
    const first = messages.find(({ role }) => role !== 'system');
    const known = first && sentParts.get(first);
    const isContinued =
      known?.names === names &&
      known.argumentNames === argumentNames &&
      beginsWith(messages, known.messages);
    const sent = isContinued
      ? known
      : { messages: [], check: createTranscriptCheck(), draft: createPromptDraft() };
    const from = sent.messages.length;
    if (!first || !checkTranscriptMessages(sent.check, messages, from, limits)) {
      if (first) sentParts.delete(first);
      const repaired = repairTranscript(messages, limits);
      return convertTranscript(repaired, author.provider, names, options);
    }
    const { check } = sent;
    const callNames = { tools: names, arguments: argumentNames };
    const draft = appendMessagesToPrompt(sent.draft, messages, from, { author, names: callNames });
    sentParts.set(first, { messages: [...messages], names, argumentNames, check, draft });
    const { newest, earlier, mayHaveFiles } = draft;
    return { prompt: [...draft.prompt], newest, earlier, mayHaveFiles };
  };
}

function beginsWith(messages: readonly Message[], first: readonly Message[]): boolean {
  if (messages.length < first.length) return false;
  for (let index = 0; index < first.length; index += 1) {
    const [one, other] = [messages[index], first[index]];
    if (one === other) continue;
    // System messages about tools are created again for each request.
    if (one?.role !== 'system' || other?.role !== 'system') return false;
    if (one.content !== other.content) return false;
  }
  return true;
}
