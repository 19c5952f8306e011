import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Maximum bytes after gzip that a browser loads before the first view, and in total. */
const MOST_INITIAL = 120_000;
const MOST_IN_ALL = 500_000;

/** Templates of reports: each report contains one. */
const REPORTS = ['report.html', 'task.html'];

/** Maximum bytes that a template adds to every report. */
const MOST_REPORT = 520_000;

/** Sizes of the built page. */
export interface WebSize {
  readonly files: number;
  readonly initial: number;
  readonly inAll: number;
  readonly report: number;
  /** Addresses in the HTML that point outside the page. */
  readonly outside: readonly string[];
}

export function measureWeb(folder: string): WebSize {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  const own = addresses.filter((address) => address.startsWith('/ui/'));
  const scripts = own.filter((address) => address.endsWith('.js'));
  const files = globSync('**/*.{js,css,html,svg}', { cwd: folder, exclude: REPORTS });
  return {
    files: files.length,
    initial: sumGzipped(scripts.map((address) => join(folder, address.slice('/ui/'.length)))),
    inAll: sumGzipped(files.map((file) => join(folder, file))),
    report: Math.max(...REPORTS.map((name) => getSize(join(folder, name)))),
    outside: addresses.filter((address) => !own.includes(address)),
  };
}

export function checkWebSize({ files, initial, inAll, report, outside }: WebSize): string[] {
  return [
    ...(files === 0 || initial === 0 || report === 0
      ? ['the page is not built: npm run build']
      : []),
    ...(initial > MOST_INITIAL
      ? [`the page loads ${initial} bytes at once, more than ${MOST_INITIAL}`]
      : []),
    ...(inAll > MOST_IN_ALL ? [`the page has ${inAll} bytes, more than ${MOST_IN_ALL}`] : []),
    ...(report > MOST_REPORT
      ? [`every report has ${report} bytes of page, more than ${MOST_REPORT}`]
      : []),
    ...outside.map((address) => `the page asks for ${address}, which is not its own`),
  ];
}

function getSize(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function sumGzipped(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
}
