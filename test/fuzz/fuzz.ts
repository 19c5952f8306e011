import { faultsOf, isHeld, type Fault } from './judge.ts';
import { mutated, type Mutant } from './mutate.ts';
import { drawing } from './random.ts';
import { SEEDS } from './seeds.ts';
import { processMeter, sent, type Answered, type Meter, type Over } from './send.ts';
import { slowness as measured } from './slowness.ts';
import type { Stage } from './stage.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Numbers of the requests to send; default: all. */
  readonly only?: number;
  /** The share of requests that are sent over a socket, from 0 to 1. */
  readonly overSockets: number;
  /**
   * Factor by which this machine is slower than a usual machine at the moment; default: measured.
   */
  readonly slowness?: () => number;
  /** Measures the cost of each request; default: the CPU time of this process. */
  readonly meter?: Meter;
  readonly onProgress?: (done: number) => void;
}

/** A request with a forbidden response. */
interface Finding {
  /** `--seed S --only INDEX` sends the request again. */
  readonly index: number;
  readonly faults: readonly Fault[];
  readonly over: Over;
  readonly request: string;
  readonly answer: string;
  readonly busyMs: number;
}

/** Counts of responses per route: `2xx`, `4xx` and so on, `none` and `unsent`. */
type Tally = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface FuzzResult {
  readonly sent: number;
  readonly findings: readonly Finding[];
  readonly tally: Tally;
  /** Maximum processor time of one request, in milliseconds. */
  readonly longestMs: number;
}

/**
 * Sends mutants of valid requests, one after the other; each depends only on the seed and its
 * number.
 */
export async function fuzz(stage: Stage, options: FuzzOptions): Promise<FuzzResult> {
  const { requests, seed, only, overSockets, onProgress } = options;
  const { slowness = measured, meter = processMeter } = options;
  const tally: Record<string, Record<string, number>> = {};
  const findings: Finding[] = [];
  const first = only ?? 0;
  const end = only === undefined ? requests : only + 1;
  let longestMs = 0;
  for (let index = first; index < end; index += 1) {
    const draw = drawing(seed, index);
    const over = draw.chance(overSockets) ? 'socket' : 'process';
    const from = SEEDS[draw.below(SEEDS.length)];
    if (from === undefined) throw new Error('there is nothing to send');
    const template = mutated(from, draw);
    const mutant = await fillPlaces(template, stage);
    const answered = await sent(stage, mutant, over, meter);
    const found = faultsOf(answered, process.cwd());
    const again = async () => sent(stage, await fillPlaces(template, stage), over, meter);
    const isStall = found.includes('stall') && (await isHeldEachTime(answered, again, slowness));
    const faults = isStall ? found : found.filter((fault) => fault !== 'stall');
    longestMs = Math.max(longestMs, answered.busyMs);
    tally[mutant.route] ??= {};
    const row = tally[mutant.route] ?? {};
    const column = columnOf(answered.status);
    row[column] = (row[column] ?? 0) + 1;
    if (faults.length > 0) {
      const { busyMs, text } = answered;
      findings.push({
        index,
        faults,
        over,
        request: shown(mutant),
        answer: text.slice(0, 600),
        busyMs,
      });
    }
    onProgress?.(index + 1 - first);
  }
  return { sent: end - first, findings, tally, longestMs };
}

/** Number of repetitions before a request counts as blocking the server. */
const SENT_AGAIN = 2;

/**
 * A request that blocks the server does so every time; a garbage collection, or a busy machine,
 * does not.
 */
async function isHeldEachTime(
  first: Answered,
  again: () => Promise<Answered>,
  slowness: () => number,
): Promise<boolean> {
  let answered = first;
  for (let time = 0; time < SENT_AGAIN; time += 1) {
    if (!isHeld(answered, slowness())) return false;
    answered = await again();
  }
  return isHeld(answered, slowness());
}

function columnOf(status: number | undefined): string {
  if (status === undefined) return 'none';
  return status === 0 ? 'unsent' : `${Math.floor(status / 100)}xx`;
}

const PLACE = /\{(fresh|task|waiting|response|session)\}/g;

/** Replaces placeholders by data that the server has created. */
export async function fillPlaces(mutant: Mutant, stage: Stage): Promise<Mutant> {
  const { path, headers, body } = mutant;
  const text = typeof body === 'string' ? body : '';
  const all = [path, text, ...Object.values(headers)].join(' ');
  const made = new Map<string, string>();
  for (const [place, name] of all.matchAll(PLACE)) {
    if (name !== undefined && !made.has(place)) made.set(place, await stage.fresh(name));
  }
  const fill = (given: string): string => given.replaceAll(PLACE, (place) => made.get(place) ?? '');
  return {
    ...mutant,
    path: fill(path),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, fill(value)]),
    ),
    body: typeof body === 'string' ? fill(body) : body,
  };
}

function shown({ method, path, headers, body, sending }: Mutant): string {
  const head = `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 400)}`;
  const content =
    body === undefined ? '' : ` ${sending} ${Buffer.from(body).toString().slice(0, 600)}`;
  return head + content;
}
