import { join } from 'node:path';
import { formatReason } from '../durable/reason.ts';
import { findHome, PEERS_VARIABLE } from '../eval/peers.ts';
import { measureInChild } from '../process/measure-in-child.ts';
import { rotate, roundToTwoDecimals, computeSpread } from '../statistics.ts';
import { toCpuFields, type Outcome, type Suite } from '../suite.ts';
import type { ProjectionMeasurement, TraceMeasurement } from './measurement.ts';
import { createTraceReport } from './report.ts';
import { openSink, type Sink } from './sink.ts';

/** The measurement of one subject in one round. */
interface Round extends TraceMeasurement {
  readonly spansPerEpisode: number;
}

interface Subject {
  readonly name: string;
  /** Number of spans per episode that must arrive; undefined if the product decides. */
  readonly spans?: number;
  /** A package that is not installed with the benchmarks. */
  readonly peer?: string;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'timestep-untraced', spans: 0 },
  { name: 'timestep', spans: 4 },
  { name: 'otel-sdk', spans: 4 },
  { name: 'ai-sdk', spans: 0 },
  { name: 'ai-sdk-traced' },
  { name: 'mastra', spans: 0, peer: '@mastra/core' },
  { name: 'mastra-traced', peer: '@mastra/otel-exporter' },
];
const WARM_UP = 1500;
const EPISODES = 3000;
/**
 * Share of episodes for other products: if an episode takes milliseconds, fewer episodes are enough
 * for the warm-up.
 */
const SHARE_OF_PEER = 0.2;

export const traceSuite: Suite = {
  name: 'trace',
  about: 'one episode of two model calls and a tool call, with and without tracing',
  rounds: 5,
  async run(rounds, progress) {
    const gathered = new Map<string, Round[]>();
    const missing = new Map<string, string>();
    const projections: ProjectionMeasurement[] = [];
    const sink = await openSink();
    const measure = async (subject: Subject): Promise<void> => {
      const { name, peer } = subject;
      try {
        const measured = await measureOne(subject, sink);
        gathered.set(name, [...(gathered.get(name) ?? []), measured]);
      } catch (thrown) {
        if (peer === undefined) throw thrown;
        missing.set(name, formatReason(thrown));
      }
    };
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const subject of rotate(SUBJECTS, round)) {
          if (missing.has(subject.name)) continue;
          progress(`round ${round + 1} of ${rounds}: ${subject.name}`);
          await measure(subject);
        }
        projections.push(await measureProjection());
      }
    } finally {
      sink.close();
    }
    return SUBJECTS.map(({ name }): Outcome => {
      const unavailable = missing.get(name);
      if (unavailable !== undefined) return { suite: 'trace', name, unavailable };
      const own = name === 'timestep' ? computeFigures(projections) : {};
      return { ...createRow(name, gathered.get(name) ?? []), ...own };
    });
  },
  report: createTraceReport,
};

async function measureOne({ name, spans, peer }: Subject, sink: Sink): Promise<Round> {
  const home =
    peer === undefined ? undefined : findHome('mastra', process.env[PEERS_VARIABLE], peer);
  if (home && 'unavailable' in home) throw new Error(home.unavailable);
  const share = home ? SHARE_OF_PEER : 1;
  const [warmUp, episodes] = [WARM_UP * share, EPISODES * share];
  const args = [name, sink.url, String(warmUp), String(episodes), ...(home ? [home.path] : [])];
  sink.taken();
  const script = join(import.meta.dirname, 'child.ts');
  const measured = (await measureInChild(script, args)) as TraceMeasurement;
  const spansPerEpisode = sink.taken() / (warmUp + episodes);
  const isRight = spans === undefined ? spansPerEpisode >= 1 : spansPerEpisode === spans;
  if (!isRight) throw new Error(`${name} sent ${spansPerEpisode} spans per episode`);
  return { ...measured, spansPerEpisode };
}

async function measureProjection(): Promise<ProjectionMeasurement> {
  const script = join(import.meta.dirname, 'projection-child.ts');
  const measured = await measureInChild(script, [String(WARM_UP), String(EPISODES)]);
  return measured as ProjectionMeasurement;
}

function createRow(name: string, all: readonly Round[]): Outcome {
  return {
    suite: 'trace',
    name,
    ...toCpuFields(computeSpread(all.map(({ cpuUs }) => cpuUs))),
    latency_us: roundToTwoDecimals(computeSpread(all.map(({ latencyUs }) => latencyUs)).median),
    latency_p99_us: roundToTwoDecimals(
      computeSpread(all.map(({ latencyP99Us }) => latencyP99Us)).median,
    ),
    spans: roundToTwoDecimals(
      computeSpread(all.map(({ spansPerEpisode }) => spansPerEpisode)).median,
    ),
    rounds: all.length,
  };
}

function computeFigures(all: readonly ProjectionMeasurement[]): Record<string, number> {
  const median = (figure: keyof ProjectionMeasurement): number =>
    roundToTwoDecimals(computeSpread(all.map((one) => one[figure])).median);
  return {
    projection_us_per_span: median('projectionUs'),
    encoding_us_per_span: median('encodingUs'),
  };
}
