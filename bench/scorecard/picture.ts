/** Writes the picture of the scorecard from the JSON line of a run: `picture.ts <rows.json> <file.svg>`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { drawScorecard, type ScoreRow } from './draw-scorecard.ts';
import { BARE, COMPARED } from './subjects.ts';

const [from = '', to = ''] = process.argv.slice(2);
const { rows } = JSON.parse(readFileSync(from, 'utf8')) as { readonly rows: readonly ScoreRow[] };
const last = (row: ScoreRow): number => Number(row.name === BARE);
const titled = rows
  .toSorted((a, b) => last(a) - last(b))
  .map((row) => {
    const title = COMPARED.find(({ name }) => name === row.name)?.title ?? row.name;
    return { ...row, name: row.version ? `${title} ${row.version}` : title };
  });
writeFileSync(to, drawScorecard(titled));
