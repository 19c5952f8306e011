import { describe, expect, it } from 'vitest';
import inapplicable from './bridge-inapplicable.json' with { type: 'json' };
import { runSuite } from './run-suite.ts';
import { servedBridge } from './served-bridge.ts';

describe('the bridge, as the conformance suite sees it', () => {
  it.each([
    { revision: '2025-11-25', required: 8 },
    { revision: '2026-07-28', required: 10 },
  ] as const)(
    'passes all that revision $revision asks of servers, but for what it does not offer',
    async ({ revision, required }) => {
      const url = await servedBridge();
      const { failures, passed } = await runSuite(
        'server',
        '--url',
        url,
        '--requirements',
        revision,
      );
      // Both ways: a check that passes by now leaves the list.
      expect(failures).toEqual(checksOf(inapplicable[revision]));
      expect(passed.length).toBeGreaterThanOrEqual(required);
    },
  );

  it('says of everything that it does not offer why', () => {
    const { reasons, ...revisions } = inapplicable;
    const given = Object.values(revisions).flatMap((one) => Object.values(one));
    const named = new Set(given.map(({ reason }) => reason));
    expect([...named].toSorted()).toEqual(Object.keys(reasons).toSorted());
  });
});

type Listed = Readonly<Record<string, { readonly checks: readonly string[] }>>;

function checksOf(listed: Listed): readonly string[] {
  return Object.entries(listed).flatMap(([scenario, { checks }]) =>
    checks.map((check) => `${scenario} ${check}`),
  );
}
