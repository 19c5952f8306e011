import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Row } from '../suite.ts';
import { measureProcess } from './measure-process.ts';
import { measureFolderBytes, measureSubject } from './measure-subject.ts';
import { findHome } from './peers.ts';
import { listProcessTree } from './process-tree.ts';
import { evalReport } from './report.ts';
import { createCases, type Subject } from './subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-bench-'));
after(() => rmSync(folder, { recursive: true }));

/** Leaves a file behind that says how many cases have passed. */
function claiming(passed: number): Subject {
  return {
    name: 'claims',
    kind: 'peer',
    sizes: [3],
    prepare: () => ({ args: ['-e', 'require("fs").writeFileSync("out", "x".repeat(5000))'] }),
    passed: () => passed,
  };
}

describe('measureSubject', () => {
  it('tells what a process took and left behind', async () => {
    const measured = await measureSubject(claiming(3), 3, folder);
    assert.equal(measured.cases, 3);
    assert.ok(measured.diskBytes >= 5000, `${measured.diskBytes} bytes`);
    assert.ok(measured.peakMb > 10, `${measured.peakMb} MB`);
    assert.ok(measured.seconds > 0);
  });

  it('refuses a harness in which not every case has passed', async () => {
    await assert.rejects(measureSubject(claiming(2), 3, folder), /claims: 2 of 3 cases passed/);
  });

  it('counts the CPU and the memory of processes that the process starts', async () => {
    const burn = 'const end = Date.now() + 300; while (Date.now() < end);';
    const alone = await measureProcess(['-e', burn], folder, {});
    const start = `require("child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(burn)}])`;
    const both = await measureProcess(['-e', start], folder, {});
    assert.ok(both.cpuS >= 0.25, `${both.cpuS} s`);
    assert.ok(both.peakMb > alone.peakMb * 1.5, `${both.peakMb} MB, alone ${alone.peakMb} MB`);
  });

  it('says how a process failed', async () => {
    const failing = measureProcess(['-e', 'throw new Error("no harness")'], folder, {});
    await assert.rejects(failing, { message: 'ended with code 1', stderr: /no harness/ });
  });
});

it('finds a process and all that descend from it', () => {
  const all = [
    { pid: 5, parent: 3 },
    { pid: 2, parent: 1 },
    { pid: 3, parent: 2 },
    { pid: 4, parent: 1 },
  ];
  assert.deepEqual(listProcessTree(2, all), [2, 3, 5]);
});

it('counts what files below a folder take up', () => {
  const place = join(folder, 'files', 'below');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'a'), 'x'.repeat(10_000));
  assert.ok(measureFolderBytes(join(folder, 'files')) >= 10_000);
});

it('makes cases of which no two are alike', () => {
  const questions = new Set(createCases(50).map(({ question }) => question));
  assert.equal(questions.size, 50);
});

describe('homeOf', () => {
  it('finds a peer that is installed', () => {
    const peer = join(folder, 'peer', 'node_modules', 'peer');
    mkdirSync(peer, { recursive: true });
    writeFileSync(join(peer, 'package.json'), '{"version":"1.2.3"}');
    assert.deepEqual(findHome('peer', folder), { path: join(folder, 'peer'), version: '1.2.3' });
  });

  it('says what to do about one that is not', () => {
    assert.match(JSON.stringify(findHome('other', folder)), /npm install other/);
    assert.match(JSON.stringify(findHome('other', undefined)), /TIMESTEP_EVAL_PEERS/);
  });
});

describe('evalReport', () => {
  const row = (cases: number, cpu_s: number, wall_s = 0.1): Row => ({
    suite: 'eval',
    name: 'timestep',
    cases,
    cpu_s,
    wall_s,
    peak_mb: 100,
    cpu_us: 1,
    cpu_us_median: 1,
    rounds: 1,
  });
  const isMet = (rows: readonly Row[]): boolean[] =>
    evalReport(rows).aims.map((aim) => 'atMost' in aim && aim.figure <= aim.atMost);

  it('says which aims are met', () => {
    const linear = [row(500, 0.2), row(5000, 0.65), row(50_000, 5.15)];
    assert.deepEqual(isMet(linear), [true, true, true, true, true]);
    const quadratic = [row(500, 0.2, 0.6), row(5000, 0.65), row(50_000, 65)];
    assert.deepEqual(isMet(quadratic), [false, true, true, true, false]);
  });

  it('takes no aim for met whose figure is missing', () => {
    assert.deepEqual(isMet([row(500, 0.2)]), [true, true, false, false, false]);
  });
});
