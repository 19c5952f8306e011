import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { CachePointRules } from './cache-rules.ts';

/** Indexes of user messages in a prompt; -1 if there is none. */
export interface PromptTurns {
  /**
   * Index of the newest user message. All messages up to it stay the same in later turns. If it is
   * -1, only the instructions are worth caching.
   */
  readonly newest: number;
  /** Index of the user message before the newest one. */
  readonly earlier: number;
}

/**
 * Marks cache points: places up to which the provider caches the prompt. Replaces messages in the
 * given array, and leaves the message objects unchanged.
 */
export function markCachePoints(
  prompt: LanguageModelV4Prompt,
  turns: PromptTurns,
  rules: CachePointRules,
): void {
  for (const index of listCachePoints(prompt, turns, rules)) {
    const message = prompt[index];
    if (message) prompt[index] = addCachePointToMessage(message, rules.mark);
  }
}

/** Lists the indexes of messages that get a cache point, most important first. */
export function listCachePoints(
  prompt: LanguageModelV4Prompt,
  { newest, earlier }: PromptTurns,
  { most, lookBack, marksEnd }: CachePointRules,
): readonly number[] {
  let system = -1;
  while (prompt[system + 1]?.role === 'system') system += 1;
  const reply = prompt.findLastIndex(({ role }) => role === 'assistant');
  const isBegun = reply > newest;
  // The newest point up to which earlier requests cached the prompt, and the first point to cache after it.
  const [former, next] = isBegun ? [reply - 1, prompt.length - 1] : [earlier, newest];
  const isFar = former >= 0 && countBlocks(prompt, former, next) >= lookBack;
  const wanted = [
    marksEnd && newest >= 0 ? prompt.length - 1 : -1,
    newest,
    system,
    isFar ? former : -1,
    // If a provider looks back without a limit, a second cache point always finds the previous turn.
    lookBack === Infinity ? earlier : -1,
    Math.min(system, 0),
  ];
  return [...new Set(wanted)].filter((index) => index >= 0).slice(0, most);
}

/** Counts the blocks after the message `after` up to the end of the message `last`. */
function countBlocks(prompt: LanguageModelV4Prompt, after: number, last: number): number {
  let count = 0;
  for (let index = after + 1; index <= last; index += 1) {
    const message = prompt[index];
    count += message === undefined || message.role === 'system' ? 1 : message.content.length;
  }
  return count;
}

/**
 * Returns a copy of a message with a cache point at its last suitable block. Providers refuse
 * points at blank texts and reasoning.
 */
function addCachePointToMessage(
  message: LanguageModelV4Message,
  mark: SharedV4ProviderOptions,
): LanguageModelV4Message {
  if (message.role === 'assistant') return message;
  if (message.role === 'system') return isBlank(message) ? message : addMark(message, mark);
  const block = message.content.at(-1);
  if (block === undefined || isBlank(block)) return message;
  // Copies the messages, because earlier requests may share them.
  return {
    ...message,
    content: [...message.content.slice(0, -1), addMark(block, mark)],
  } as LanguageModelV4Message;
}

function isBlank(block: PromptBlock): boolean {
  if ('role' in block) return block.content.trim() === '';
  return block.type === 'text' && block.text.trim() === '';
}

type MessageOf<Role> = Extract<LanguageModelV4Message, { role: Role }>;
type PromptBlock = MessageOf<'system'> | MessageOf<'user' | 'tool'>['content'][number];

function addMark<Block extends PromptBlock>(block: Block, mark: SharedV4ProviderOptions): Block {
  return { ...block, providerOptions: mergeCachePointOptions(block.providerOptions, mark) };
}

function mergeCachePointOptions(
  options: SharedV4ProviderOptions | undefined,
  mark: SharedV4ProviderOptions,
): SharedV4ProviderOptions {
  if (options === undefined) return mark;
  const merged = { ...options };
  for (const [name, value] of Object.entries(mark)) merged[name] = { ...merged[name], ...value };
  return merged;
}
