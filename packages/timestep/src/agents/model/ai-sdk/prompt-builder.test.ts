import { expect, it } from 'vitest';
import type { Message } from '#core';
import { SAME_NAMES } from '../request/tools/argument-names.ts';
import { prepareTranscript } from '../request/transcript/prepare-transcript.ts';
import { getProviderLimits } from '../request/limits/provider-limits.ts';
import { convertTranscript, type ConvertedTranscript } from './messages-to-prompt.ts';
import { createPromptBuilder } from './prompt-builder.ts';
import { createToolNameMap, IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';

const AUTHOR = { provider: 'anthropic.messages', family: 'claude' };
const LIMITS = getProviderLimits({ provider: AUTHOR.provider, modelId: 'claude-sonnet-4-5' });
const INSTRUCTIONS: Message = { role: 'system', content: 'Be brief.' };

/** The messages of one turn: two calls, of which one result has a picture, and an answer. */
function createTurn(turn: number, question = `question ${turn}`): Message[] {
  const call = (letter: string) => ({
    id: `call_${turn}_${letter}`,
    type: 'function' as const,
    function: { name: 'read.file', arguments: `{"at":${turn}}` },
  });
  const url = 'data:image/png;base64,AAAA';
  return [
    { role: 'user', content: question },
    { role: 'user', content: 'chosen rules', is_context: true },
    { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    { role: 'tool', tool_call_id: `call_${turn}_a`, content: 'lines' },
    {
      role: 'tool',
      tool_call_id: `call_${turn}_b`,
      content: 'a picture',
      attachments: [{ type: 'image_url', image_url: { url } }],
    },
    { role: 'assistant', content: `answer ${turn}` },
  ];
}

function convertAnew(
  messages: readonly Message[],
  names: ToolNameMap = IDENTITY_NAMES,
): ConvertedTranscript {
  const prepared = prepareTranscript(messages, LIMITS);
  const { family } = AUTHOR;
  return pickPrompt(convertTranscript(prepared, AUTHOR.provider, names, { family }));
}

function pickPrompt(converted: ConvertedTranscript): ConvertedTranscript {
  const { prompt, newest, earlier, mayHaveFiles } = converted;
  return { prompt, newest, earlier, mayHaveFiles };
}

/** Lists the transcripts of the requests of a conversation. */
function* listRequests(turns: number): Generator<readonly Message[]> {
  const messages: Message[] = [INSTRUCTIONS];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, message] of createTurn(turn).entries()) {
      messages.push(message);
      if (index === 1 || index === 4) yield messages;
    }
  }
}

it('builds the same prompt at each step as from the whole transcript', () => {
  const build = createPromptBuilder(AUTHOR, LIMITS);
  let requests = 0;
  for (const messages of listRequests(30)) {
    expect(pickPrompt(build(messages, IDENTITY_NAMES, SAME_NAMES))).toEqual(convertAnew(messages));
    requests += 1;
  }
  expect(requests).toBe(60);
});

it('takes the messages that it has sent before, and prompts do not share lists', () => {
  const build = createPromptBuilder(AUTHOR, LIMITS);
  const messages: Message[] = [INSTRUCTIONS];
  for (let turn = 0; turn < 10; turn += 1) messages.push(...createTurn(turn));
  messages.push({ role: 'user', content: 'newest' });
  const first = build(messages, IDENTITY_NAMES, SAME_NAMES);
  const later = [...messages, { role: 'user', content: 'more' } as const];
  const second = build(later, IDENTITY_NAMES, SAME_NAMES);
  expect(second.prompt[30]).toBe(first.prompt[30]);
  first.prompt.length = 0;
  expect(pickPrompt(build(later, IDENTITY_NAMES, SAME_NAMES))).toEqual(convertAnew(later));
});

it.each<[string, (messages: Message[]) => void, ToolNameMap?]>([
  ['a message in the middle', (all) => all.splice(20, 1, { role: 'user', content: 'other' })],
  ['other instructions', (all) => all.splice(0, 1, { role: 'system', content: 'Be long.' })],
  ['messages that are left out', (all) => all.splice(1, 12)],
  ['a message that must be repaired', (all) => all.push({ role: 'user', content: '\ud83d' })],
  ['a blank message after others', (all) => all.push({ role: 'user', content: ' ' })],
  ['other names', () => undefined, createToolNameMap(new Set(['read.file']))],
])('builds the prompt anew after %s', (_name, change, names = IDENTITY_NAMES) => {
  const build = createPromptBuilder(AUTHOR, LIMITS);
  const messages = [
    INSTRUCTIONS,
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((turn) => createTurn(turn)),
  ];
  messages.push({ role: 'user', content: 'newest' });
  build(messages, IDENTITY_NAMES, SAME_NAMES);
  change(messages);
  const expected = convertAnew(messages, names);
  expect(pickPrompt(build(messages, names, SAME_NAMES))).toEqual(expected);
  expect(pickPrompt(build(messages, names, SAME_NAMES))).toEqual(expected);
});

it('keeps two continuations of a conversation apart', () => {
  const build = createPromptBuilder(AUTHOR, LIMITS);
  const common = [INSTRUCTIONS, ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((turn) => createTurn(turn))];
  for (const turn of [8, 9, 10]) {
    for (const branch of ['left', 'right']) {
      const messages = [...common, ...createTurn(turn, branch).slice(0, -1)];
      expect(pickPrompt(build(messages, IDENTITY_NAMES, SAME_NAMES))).toEqual(
        convertAnew(messages),
      );
    }
  }
});
