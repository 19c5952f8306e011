import { expect, it } from 'vitest';
import { outcomeInJunit } from './junit.ts';

const REPORT = `<?xml version="1.0"?><testsuites><testsuite name="pytest" tests="5">
<testcase classname="tests.a.test_x.TestOrder" name="test_one[jsonrpc]" time="0.1" />
<testcase classname="tests.a.test_x" name="test_two" time="0.1"><failure message="a &lt;b&gt; &amp; &quot;c&quot;&#10;d">trace</failure></testcase>
<testcase classname="tests.a.test_x" name="test_three" time="0.1"><skipped type="pytest.skip" message="no such thing">x</skipped></testcase>
<testcase classname="tests.a.test_x" name="test_four[grpc]" time="0.1"><skipped message="no" /></testcase>
<testcase classname="tests.a.test_x" name="test_five" time="0.1"><system-out>said</system-out></testcase>
</testsuite></testsuites>`;

it('passes what passed, and fails what failed or was left out', () => {
  const isApart = (id: string): boolean => id.includes('grpc');
  const outcome = outcomeInJunit(REPORT, { isApart, countsLeftOut: true });
  expect(outcome).toEqual({
    kind: 'ran',
    passed: ['TestOrder::test_one[jsonrpc]', 'test_x::test_five'],
    failed: [
      { id: 'test_x::test_two', problem: 'a <b> & "c"\nd' },
      { id: 'test_x::test_three', problem: 'left out: no such thing' },
    ],
  });
});

it('does not count a report without cases as a run', () => {
  const outcome = outcomeInJunit('<testsuites/>', { isApart: () => false, countsLeftOut: true });
  expect(outcome).toEqual({ kind: 'missing', why: 'the suite ran no case' });
});

it('leaves out what the suite left out, where that does not count', () => {
  const outcome = outcomeInJunit(REPORT, { isApart: () => false, countsLeftOut: false });
  expect(outcome).toMatchObject({
    failed: [{ id: 'test_x::test_two' }, { id: 'test_x::test_four[grpc]' }],
  });
});
