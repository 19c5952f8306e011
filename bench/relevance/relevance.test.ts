import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import type { Row } from '../suite.ts';
import { parseCsv } from './csv.ts';
import { measureQuality } from './measure.ts';
import { readData } from './read-data.ts';
import { relevanceReport } from './report.ts';
import { SUBJECTS } from './subjects.ts';

const BFCL_KINDS = ['simple_python', 'multiple', 'parallel', 'parallel_multiple'];

/** Data of each set, as small as they can be. */
const FILES: Readonly<Record<string, string>> = {
  'relevance/metatool/plugin_des.json': '{"weather":"Forecasts","mail":"Sends letters"}',
  'relevance/metatool/questions.csv': 'Query,Tool\nwill it rain,weather\n"a, b",gone\n',
  'relevance/metatool/multi_tool_query_golden.json':
    '[{"query":"send the forecast","tool":["mail","weather","mail"]}]',
  'relevance/livemcpbench/tools.json':
    '[{"name":"read","inputSchema":{"properties":{"path":{"description":"of the file"}}}}]',
  'relevance/livemcpbench/questions.json':
    '[{"question":"what is in it","tools":["read","gone"]},{"question":"x","tools":["gone"]}]',
  ...Object.fromEntries(
    BFCL_KINDS.flatMap((kind) => [
      [
        `bfcl-v4/BFCL_v4_${kind}.json`,
        `{"question":[[{"role":"system","content":"s"},{"role":"user","content":"area"}]],` +
          `"function":[{"name":"area.of","description":"d","parameters":{}},{"name":"${kind}",` +
          `"description":"d","parameters":{}}]}\n`,
      ],
      [`bfcl-v4/possible_answer/BFCL_v4_${kind}.json`, '{"ground_truth":[{"area.of":{}}]}\n'],
    ]),
  ),
};

function withFiles(files: Readonly<Record<string, string>>, use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-bench-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('reads quoted cells, and lines in them', () => {
  assert.deepEqual(parseCsv('a,b\r\n"x, ""y""\nz",1\n\nplain,2'), [
    { a: 'x, "y"\nz', b: '1' },
    { a: 'plain', b: '2' },
  ]);
});

it('reads the same sets of the folder of both, and of the folder relevance', () => {
  withFiles(FILES, (folder) => {
    const sets = readData(folder);
    assert.deepEqual(
      sets.map(({ name, tools, questions }) => [name, tools.length, questions.length]),
      [
        ['metatool-one', 2, 1],
        ['metatool-many', 2, 1],
        ['livemcpbench', 1, 1],
        ['bfcl', 5, 4],
      ],
    );
    assert.deepEqual(sets[1]?.questions, [
      { text: 'send the forecast', wanted: ['mail', 'weather'] },
    ]);
    assert.deepEqual(sets[2]?.tools[0]?.text, 'path\nof the file');
    assert.deepEqual(sets[3]?.questions[0], { text: 'area', wanted: ['area.of'] });
    assert.deepEqual(readData(join(folder, 'relevance')), sets);
  });
});

it('names each file that is missing', () => {
  assert.throws(() => readData(undefined), /--data/);
  const { 'bfcl-v4/BFCL_v4_multiple.json': _left, ...others } = FILES;
  withFiles(others, (folder) => {
    assert.throws(() => readData(folder), /missing:\n {2}\S*bfcl-v4\/BFCL_v4_multiple\.json$/);
  });
});

it('counts first hits and shares of what is wanted', () => {
  const find = (): string[] => ['a', 'b', 'c', 'd', 'e', 'f'];
  const questions = [
    { text: '', wanted: ['a', 'f'] },
    { text: '', wanted: ['b', 'z'] },
  ];
  assert.deepEqual(measureQuality(find, questions), { hit_1: 50, recall_5: 50, recall_10: 75 });
});

it('finds the tool with every subject', () => {
  const tools = [
    { name: 'get_weather', description: 'Forecast of a city', text: 'city' },
    { name: 'send_letter', description: 'Sends a letter', text: 'address' },
  ];
  for (const subject of SUBJECTS) {
    const find = subject.prepare(tools);
    assert.equal(find('the weather in this city, please')[0], 'get_weather', subject.name);
    assert.deepEqual(find('???'), [], subject.name);
  }
});

it('misses an aim of a set that is not there', () => {
  const row: Row = {
    suite: 'relevance',
    name: 'timestep',
    set: 'metatool-one',
    questions: 1,
    hit_1: 42,
    recall_5: 62,
    recall_10: 70,
    ms: 1,
    ms_at_1000: 0.5,
    cpu_us: 1,
    cpu_us_median: 1,
    rounds: 1,
  };
  const { aims } = relevanceReport([row]);
  assert.deepEqual(
    aims.map(({ figure }) => figure),
    [42, 62, Number.NaN, Number.NaN, Number.NaN, 0.5],
  );
});
