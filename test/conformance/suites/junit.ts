import type { FailedCase, Outcome } from './suite.ts';

/** Which cases of a report are part of the outcome. */
export interface JunitCount {
  /** Cases that are of no concern. */
  readonly isApart: (id: string) => boolean;
  /** Whether a case that was left out counts, as failed. */
  readonly countsLeftOut: boolean;
}

/**
 * How the cases of a report in the form of JUnit ended. One that may fail by the suite's own rules, and did,
 * counts as failed.
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

/** `TestHistory::test_order[jsonrpc]`, or the file's name in place of the class where there is none. */
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
