import { expect, it } from 'vitest';
import type { ShownTool } from '../task/consent.ts';
import { choiceToDecision, listConsentChoices } from './consent-choices.ts';

const tool: ShownTool = {
  definition: { name: 'read', server: 'files', input: { type: 'object' } },
  digest: 'sha256:d',
  call: 'sha256:c',
};
const ids = (call: Parameters<typeof listConsentChoices>[0]) =>
  listConsentChoices(call).map(({ id }) => id);
const call = { name: 'read', arguments: '{"path":"/a/b.txt"}', tool };

it('offers narrow ways to say yes first, in words that name the server', () => {
  expect(listConsentChoices(call).map(({ text }) => text)).toEqual([
    'Allow this call',
    'Allow only these arguments of read of the server files in this session',
    'Allow calls like read:path=/a/* in this session',
    'Allow any arguments of read of the server files in this session',
    'Always allow any arguments of read of the server files, until revoked',
  ]);
});

it.each<[string, Partial<ShownTool> | undefined]>([
  ['was not recorded', undefined],
  ['is too long to be read', { isLong: true }],
  ['destroys', { definition: { ...tool.definition, hints: { destructiveHint: true } } }],
])('offers this call alone if the tool %s', (_why, change) => {
  const { tool: _tool, ...bare } = call;
  expect(ids(change ? { ...bare, tool: { ...tool, ...change } } : bare)).toEqual(['once']);
});

it('offers more if the hint is absent or says no', () => {
  const hints = { destructiveHint: false };
  expect(ids({ ...call, tool: { ...tool, definition: { ...tool.definition, hints } } })).toContain(
    'always',
  );
});

it.each([
  ['{"path":"/a/b.txt"}', '/a/*'],
  ['{"path":"~/notes/b.txt"}', '~/notes/*'],
  ['{"url":"https://x.example:8443/a?b"}', undefined],
  ['{"url":"https://x.example:8443/a"}', 'https://x.example:8443/*'],
  ['{"path":"/b.txt"}', undefined],
  ['{"path":"/a/../b.txt"}', undefined],
  ['{"path":"/a/*.txt"}', undefined],
  ['{"path":"/a/b.txt","to":"/c"}', undefined],
  ['{"path":"b.txt"}', undefined],
  ['{"path":["/a/b"]}', undefined],
  ['{"a&b":"/a/b"}', undefined],
])('suggests for %s a pattern only if it is plain', (text, pattern) => {
  const [rule] = listConsentChoices({ ...call, arguments: text }).flatMap(({ covers }) =>
    typeof covers === 'object' ? [covers.rule] : [],
  );
  expect(rule?.replace(/^read:\w+=/, '')).toBe(pattern);
});

it('decides with the digest of what was shown', () => {
  const [once, , pattern] = listConsentChoices(call);
  if (!once || !pattern) throw new Error('no choices');
  expect(choiceToDecision(once, 'c1', 'sha256:c')).toEqual({
    callId: 'c1',
    approved: true,
    scope: 'once',
    digest: 'sha256:c',
  });
  expect(choiceToDecision(pattern, 'c1', undefined)).toEqual({
    callId: 'c1',
    approved: true,
    scope: 'session',
    covers: { rule: 'read:path=/a/*' },
  });
});
