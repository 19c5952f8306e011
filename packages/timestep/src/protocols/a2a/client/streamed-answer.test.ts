import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createRemoteTaskView } from './remote-task.ts';
import { mergeSentAndFullText } from './streamed-answer.ts';

/** Each piece is the id of an artifact, a mark, and text: `=` replaces, `+` goes on, `!` goes on and ends. */
it.each<[string, string[], string[]]>([
  [
    'a text that goes on, from its second piece',
    ['a=one', 'a+ two', 'a+ three'],
    ['one two', ' three'],
  ],
  [
    'a text that is replaced by more of it',
    ['a=it', 'a=it is', 'a=it is sunny'],
    ['it is', ' sunny'],
  ],
  ['nothing of a text that came whole', ['a!whole'], []],
  ['nothing of a text that is replaced', ['a=Forty-one', 'a=Forty-two.'], []],
  ['nothing after the part that is replaced', ['a=it', 'a+ is', 'a=sunny', 'a+ day'], ['it is']],
  [
    'a text again that is repeated from its start',
    ['a=it', 'a+ is', 'a=it', 'a+ is', 'a+ so'],
    ['it is', ' so'],
  ],
  ['only the first of two that take turns', ['a=A', 'b=B', 'a+C', 'b+D', 'a+E'], []],
  ['the first on that is open', ['a=A', 'a+B', 'b=C', 'b+D', 'a+E'], ['AB', 'E']],
  ['a text after the last piece of another', ['a=A', 'a!B', 'b=C', 'b+D'], ['AB', '\nCD']],
  ['a text with a whole one before it', ['a!A', 'b!B', 'c=C', 'c+D'], ['A\nB\nCD']],
])('streams %s', (_name, pieces, streamed) => {
  const view = createRemoteTaskView();
  const updates = pieces.flatMap((piece) => view.apply(toArtifactUpdate(piece)));
  expect(updates.map((update) => update.kind === 'text' && update.text)).toEqual(streamed);
});

it('streams only the replies of an agent that names them, and the first at once', () => {
  const view = createRemoteTaskView(true);
  const reply = (text: string, id: string) => {
    const artifact = { artifactId: `answer-${id}`, name: 'answer', parts: [{ text }] };
    return { artifactUpdate: { taskId: 't1', artifact } };
  };
  const events = [
    toArtifactUpdate('plan=first'),
    toArtifactUpdate('plan+ second'),
    reply('let me see', '1'),
    reply('', '1'),
    reply('sunny', '2'),
  ];
  const updates = events.flatMap((event) => view.apply(event));
  expect(updates).toEqual([
    { kind: 'text', text: 'let me see' },
    { kind: 'text', text: '\nsunny' },
  ]);
});

it.each([
  ['', 'sunny', 'sunny'],
  ['sun', 'sunny', 'sunny'],
  ['let me see\nsun', 'sunny', 'let me see\nsunny'],
  ['let me see\nsunny', 'sunny', 'let me see\nsunny'],
  ['let me see\nsunny', 'let me see', 'let me see\nsunny'],
  ['a draft', 'Shall I send it?', 'a draft\nShall I send it?'],
  ['a draft', '', 'a draft'],
  ['a draft\n', 'Sent', 'a draft\n\nSent'],
  ['let me see', '{"sky":"sunny"}', '{"sky":"sunny"}'],
])('completes %j by %j', (sent, text, whole) => {
  expect(mergeSentAndFullText(sent, text)).toBe(whole);
});

function toArtifactUpdate(piece: string): JsonObject {
  const [, artifactId = '', mark, text = ''] = /^(\w+)([=+!])(.*)$/.exec(piece) ?? [];
  const artifact = { artifactId, parts: [{ text }] };
  return {
    artifactUpdate: { taskId: 't1', artifact, append: mark !== '=', lastChunk: mark === '!' },
  };
}
