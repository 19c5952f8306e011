import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAILURE_KINDS, type FailureKind } from './failure-kinds.ts';
import type { FailureRow } from './failure-row.fixture.ts';
import { FAILURE_TABLE } from './failure-table.fixture.ts';

const PAGE = join(import.meta.dirname, '../../../../../../docs/model-failures.md');

const INTRODUCTION = `# When a model fails

What becomes of a model call that a provider refuses or fails. A failure is judged by the most specific
field of the provider's error: its code, then its type, then the HTTP status. Sentences only distinguish
failures with the same code or status.

A failure that can pass is repeated by the task itself, after the pause that the provider names, however
long, or after pauses that double from half a second up to two minutes. The task stays \`working\`; its status
says what it waits for and when it asks again. It can be canceled at any time, survives restarts, and the
pauses are not working time. After \`model_patience_s\` seconds of consecutive failures (a limit like
\`max_steps\`; a day for served agents, two minutes for an episode without a journal) the task fails with the
last error. \`retries\` of \`createAgent\` limits the number of repetitions instead.

An empty reply is requested up to three times; after tool results, a second empty reply ends the turn. A
reply that was cut, cannot be read or shows nothing for \`timeoutS\` seconds is requested once more.

\`fallbackModels\` of \`createAgent\`, or \`settings.fallbackModels\` of a folder, names models that answer instead,
as the column "Another model may answer" allows: \`other account\` means another provider, \`larger model\` a
model whose context window is known to be larger. A failure that never passes is handed on at once; one that can
pass after two minutes, or at once if the provider names a longer pause or no repetition is left. The replaced model
is then asked last for five minutes. The event of the reply names the model that answered and the one \`instead_of\`
which it did. If no model answers, the task waits as long as the failure of one of them can pass.

After \`bad-request\`, \`request-too-large\` and \`context-length\`, the task asks again without a part of the
request, with at most six requests per step: without what the error names, otherwise without new files, then
without more; a transcript that is too long gets shorter texts or a summary of its oldest messages. The model
reads a note in place of what is missing. Later messages of the conversation leave it out from the start.

The page is generated from the rows of a test, each of which is sent over the wire. No source shows the error of
a row that is marked as assumed; its status decides:
\`npx vitest run --project unit failure-page -u\`.
`;

const REPEATED: Readonly<Record<FailureKind['canPass'], string>> = {
  always: 'yes',
  'if-named': 'if it names a time',
  never: 'no',
};

const HEADER = [
  'Provider',
  'Failure',
  'Status',
  'Code',
  'Repeated',
  'Another model may answer',
  'Message',
];

it('describes all failures of the table', async () => {
  const rows = FAILURE_TABLE.map(formatRow);
  const table = [HEADER, HEADER.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  await expect(`${INTRODUCTION}\n${table.join('\n')}\n`).toMatchFileSnapshot(PAGE);
});

function formatRow(row: FailureRow): string[] {
  const { provider, model, failure, status, code, retryAfterS, isAssumed } = row;
  const { canPass, fallback, describe } = FAILURE_KINDS[code];
  const pause = retryAfterS === undefined || canPass === 'never' ? '' : `, after ${retryAfterS} s`;
  const [name = '', ...id] = model.split('/');
  const message = describe({ provider: name, model: id.join('/') }, '');
  const other = fallback === 'none' ? 'no' : fallback.replace('-', ' ');
  const isRepeated =
    canPass === 'if-named' && retryAfterS !== undefined ? 'yes' : REPEATED[canPass];
  return [
    provider,
    isAssumed ? `${failure} (assumed)` : failure,
    String(status),
    `\`${code}\``,
    `${isRepeated}${pause}`,
    other,
    message,
  ];
}
