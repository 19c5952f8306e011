import { globSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, parseJson } from '#core';
import type { Finding } from '#engine/port';
import { networkFetch } from '#protocols/http';

/** What the command `doctor --production` checks in addition to the tasks in the database. */
export interface ProductionTargets {
  /** Path of the file with the tasks. Undefined if a database server has them. */
  readonly file?: string | undefined;
  /** Folder in which backup copies of the database file are expected. */
  readonly backups: string;
  /** Address by which callers reach the server. */
  readonly url?: string | undefined;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
}

const DAY_MS = 86_400_000;
/** Maximum age of the newest backup. A nightly backup may be some hours late. */
const OLDEST_COPY_MS = 1.25 * DAY_MS;
const LEAST_FREE_BYTES = 1e9;
const TIMEOUT_MS = 10_000;

/** Checks the rows of the production checklist that a program can check. */
export async function findProductionProblems(
  { file, backups, url, now }: ProductionTargets,
  fetch: typeof globalThis.fetch = networkFetch,
): Promise<readonly Finding[]> {
  return [
    ...(file === undefined ? [] : findFileProblems(file, backups, now)),
    ...(url === undefined ? [NO_URL] : await findServerProblems(url, fetch)),
  ];
}

function createProblemFinding(code: string, message: string): Finding {
  return { severity: 'problem', code, message };
}

const NO_URL: Finding = {
  severity: 'note',
  code: 'no-url',
  message: 'the running server was not checked: give its public address with --url',
};

function findFileProblems(file: string, backups: string, now: number): readonly Finding[] {
  const findings: Finding[] = [];
  const mode = statSync(file).mode & 0o077;
  if (mode !== 0 && process.platform !== 'win32') {
    const message = `other users of this machine may read ${file}: chmod 600 ${file}*`;
    findings.push(createProblemFinding('readable-file', message));
  }
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < LEAST_FREE_BYTES) {
    const message = `the disk of ${file} has less than 1 GB left: make room, or shorten --retention`;
    findings.push(createProblemFinding('full-disk', message));
  }
  const copies = globSync('*.db', { cwd: backups }).map(
    (name) => statSync(join(backups, name)).mtimeMs,
  );
  const age = now - Math.max(...copies);
  if (age > OLDEST_COPY_MS) {
    const state =
      copies.length === 0 ? 'has no backup' : 'has no backup that is younger than a day';
    const message = `${backups} ${state} of the tasks: run timestep backup ${join(backups, 'NAME.db')} every night, or name the folder with --backups`;
    findings.push(createProblemFinding('no-backup', message));
  }
  return findings;
}

async function findServerProblems(
  url: string,
  fetch: typeof globalThis.fetch,
): Promise<readonly Finding[]> {
  const get = async (path: string): Promise<Response> =>
    fetch(new URL(path, url), { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
  const findings: Finding[] = [];
  if (new URL(url).protocol !== 'https:') {
    const message = `${url} is not encrypted: put a proxy with TLS in front of the server`;
    findings.push(createProblemFinding('no-tls', message));
  }
  try {
    const health = await get('/health');
    if (health.status !== 200) {
      const message = `${url}/health answers ${health.status}: read the response, and run timestep doctor on that machine`;
      findings.push(createProblemFinding('unhealthy', message));
    }
    for (const path of ['/v1/models', '/metrics']) {
      if ((await get(path)).status === 401) continue;
      const message = `${url}${path} does not ask for a key: start the server with --api-key or --issuer`;
      findings.push(createProblemFinding('no-key', message));
    }
    findings.push(...(await findCardProblems(url, await get('/.well-known/agent-card.json'))));
  } catch (thrown) {
    const { cause = thrown } = thrown instanceof Error ? thrown : {};
    const reason = cause instanceof Error ? cause.message : 'no answer';
    const message = `${url} does not answer (${reason}): check its name, its certificate and the proxy`;
    findings.push(createProblemFinding('unreachable', message));
  }
  return findings;
}

/**
 * Reports addresses in the agent card with another origin than the server's URL, because callers use these
 * addresses.
 */
async function findCardProblems(url: string, answer: Response): Promise<readonly Finding[]> {
  if (answer.status !== 200) return [];
  const card = parseJson(await answer.text());
  const interfaces = isJsonObject(card) ? card['supportedInterfaces'] : undefined;
  const addresses = (Array.isArray(interfaces) ? interfaces : []).flatMap((one) =>
    isJsonObject(one) && typeof one['url'] === 'string' ? [one['url']] : [],
  );
  const { origin } = new URL(url);
  const wrong = addresses.find(
    (address) => address.startsWith('http') && URL.parse(address)?.origin !== origin,
  );
  if (wrong === undefined) return [];
  const message = `the agent card says ${wrong} instead of ${origin}: set --public-url, or --trust-proxy`;
  return [createProblemFinding('wrong-address', message)];
}
