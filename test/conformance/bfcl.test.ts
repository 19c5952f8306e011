import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  matchToolCalls,
  parseExactJson,
  type DeclaredFunction,
  type ExpectedCall,
} from '@timestep-ai/timestep/eval';

/** Berkeley Function Calling Leaderboard v4: tasks, allowed answers, and its checker's verdicts. */
const DATA =
  process.env['TIMESTEP_BFCL_DATA'] ?? join(import.meta.dirname, '../../../shared/data/bfcl-v4');
const CATEGORIES = ['simple_python', 'multiple', 'parallel', 'parallel_multiple'];

const isThere = existsSync(DATA);
if (!isThere) {
  const message = `${DATA} is not there: set TIMESTEP_BFCL_DATA to compare with the leaderboard`;
  if (process.env['TIMESTEP_REQUIRE_DATA'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: ${message}\n`);
}

interface Verdict {
  readonly id: string;
  readonly calls: readonly Record<string, never>[];
  readonly valid: boolean;
  readonly error_type: string | null;
}

function linesOf(file: string): string[] {
  return readFileSync(join(DATA, file), 'utf8').split('\n').filter(Boolean);
}

/** Calls are written as objects of one key, the name. */
function named<T>(calls: readonly Record<string, T>[]): { name: string; arguments: T }[] {
  return calls.flatMap((call) =>
    Object.entries(call).map(([name, given]) => ({ name, arguments: given })),
  );
}

interface Row extends Verdict {
  readonly functions: readonly DeclaredFunction[];
  readonly expected: readonly ExpectedCall[];
}

/** The leaderboard's verdicts, each with its task; none where the data is not there. */
function rowsOfLeaderboard(): Row[] {
  if (!isThere) return [];
  const functions = new Map<string, readonly DeclaredFunction[]>();
  const expected = new Map<string, readonly ExpectedCall[]>();
  for (const category of CATEGORIES) {
    for (const line of linesOf(`BFCL_v4_${category}.json`)) {
      const task = JSON.parse(line) as { id: string; function: readonly DeclaredFunction[] };
      functions.set(task.id, task.function);
    }
    for (const line of linesOf(`possible_answer/BFCL_v4_${category}.json`)) {
      const answer = parseExactJson(line) as unknown as {
        readonly id: string;
        readonly ground_truth: readonly Record<string, ExpectedCall['arguments']>[];
      };
      expected.set(answer.id, named(answer.ground_truth));
    }
  }
  return linesOf('checker-verdicts.jsonl').map((line) => {
    const verdict = parseExactJson(line) as unknown as Verdict;
    const { id } = verdict;
    return { ...verdict, functions: functions.get(id) ?? [], expected: expected.get(id) ?? [] };
  });
}

it('agrees with every verdict of the leaderboard that is there', () => {
  const rows = rowsOfLeaderboard();
  const differing = rows.filter(({ id, calls, valid, error_type, functions, expected }) => {
    const parallel = id.startsWith('parallel');
    const match = matchToolCalls(expected, named(calls), { functions, parallel });
    return match.valid !== valid || (match.errorType ?? null) !== error_type;
  });
  expect(differing).toEqual([]);
  expect(rows.length).toBeGreaterThan(isThere ? 4000 : -1);
});

it('reads calls and answers as the leaderboard writes them', () => {
  const answer = '{"area": {"base": [10], "unit": ["units", ""]}}';
  const expected = named([
    parseExactJson(answer) as unknown as Record<string, ExpectedCall['arguments']>,
  ]);
  const match = (call: string): boolean =>
    matchToolCalls(expected, named([parseExactJson(call) as unknown as Record<string, never>]))
      .valid;
  expect(match('{"area": {"base": 10}}')).toBe(true);
  expect(match('{"area": {"base": 10.0}}')).toBe(false);
});
