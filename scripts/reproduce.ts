/** `npm run reproduce -- [DIR]`: see `--help`. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAndPack, PUBLISHED } from './pack.ts';

const root = join(import.meta.dirname, '..');

/** Returns the checksum of each archive, as `sha256sum` prints it. */
function packWithChecksums(into: string): readonly string[] {
  return buildAndPack(root, into).map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(into, name)))
      .digest('hex');
    return `${digest}  ${name}`;
  });
}

const HELP = `Builds and packs every package twice from the same sources, and fails unless the archives are the same bytes. Leaves
the archives in a folder with their checksums, SHA256SUMS.

  npm run reproduce              into node_modules/.cache/archives
  npm run reproduce -- DIR       into DIR
`;

function reproduce(folder: string): void {
  const first = packWithChecksums(folder);
  const second = packWithChecksums(mkdtempSync(join(tmpdir(), 'archives-')));
  writeFileSync(join(folder, 'SHA256SUMS'), first.map((line) => `${line}\n`).join(''));
  console.log(first.join('\n'));
  if (first.length === PUBLISHED.length && first.join() === second.join()) return;
  console.error(`the second build differs:\n${second.join('\n')}`);
  process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.help) process.stdout.write(HELP);
else reproduce(resolve(positionals[0] ?? join(root, 'node_modules/.cache/archives')));
