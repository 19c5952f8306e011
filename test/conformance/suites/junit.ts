import type { FailedCase, Outcome } from './suite.ts';

/** Selects the cases of a report that count. */
export interface JunitCount {
  /** Cases that do not count. */
  readonly isApart: (id: string) => boolean;
  /** Whether a skipped case counts as failed. */
  readonly countsLeftOut: boolean;
}

/**
 * Reads the results of the cases in a JUnit report. A case that may fail by the suite's own rules,
 * and did, counts as failed.
 */
export function outcomeInJunit(xml: string, { isApart, countsLeftOut }: JunitCount): Outcome {
  const passed: string[] = [];
  const failed: FailedCase[] = [];
  for (const [, attributes = '', closed, inside = ''] of xml.matchAll(CASE)) {
    const id = idOf(attributes);
    if (isApart(id)) continue;
    if (!countsLeftOut && inside.includes(LEFT_OUT)) continue;
    const problem = closed === '/' ? undefined : problemIn(inside);
    if (problem === undefined) passed.push(id);
    else failed.push({ id, problem });
  }
  if (passed.length + failed.length === 0) return { kind: 'missing', why: 'the suite ran no case' };
  return { kind: 'ran', passed, failed };
}

const CASE = /<testcase ([^>]*?)(?:(\/)>|>([\s\S]*?)<\/testcase>)/g;

const LEFT_OUT = '<skipped type="pytest.skip"';

const ENDED_BADLY = /<(failure|error|skipped)(?: ([^>]*?))?\/?>/;

/** Returns `TestHistory::test_order[jsonrpc]`, or the file name in place of a missing class. */
function idOf(attributes: string): string {
  const place = attributeIn(attributes, 'classname').split('.').at(-1) ?? '';
  return `${place}::${attributeIn(attributes, 'name')}`;
}

function problemIn(inside: string): string | undefined {
  const [, kind, attributes = ''] = ENDED_BADLY.exec(inside) ?? [];
  if (kind === undefined) return undefined;
  const message = attributeIn(attributes, 'message').slice(0, MOST_CHARACTERS);
  return kind === 'skipped' ? `left out: ${message}` : message;
}

const MOST_CHARACTERS = 300;

function attributeIn(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? [];
  return value.replaceAll(/&(#\d+|\w+);/g, (all, entity: string) => characterOf(entity) ?? all);
}

function characterOf(entity: string): string | undefined {
  if (entity.startsWith('#')) return String.fromCodePoint(Number(entity.slice(1)));
  return { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }[entity];
}
