import { readdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

/** Lists the processes whose command lines contain the text, but for zombies. */
export function listRunningPids(text: string): readonly number[] {
  if (process.platform !== 'linux') return listByPs(text);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readFile(`/proc/${name}/cmdline`).includes(text))
    .map(Number);
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended since the folder was listed.
    return '';
  }
}

function listByPs(text: string): readonly number[] {
  const rows = execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return rows.filter((row) => row.includes(text)).map((row) => Number.parseInt(row, 10));
}
