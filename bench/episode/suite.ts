import { join } from 'node:path';
import { measureInChild } from '../process/measure-in-child.ts';
import { formatFigure, rotate, computeSpread } from '../statistics.ts';
import { toCpuFields, requireRow, type Row, type Suite } from '../suite.ts';
import type { EpisodeMeasurement } from './measurement.ts';

const SUBJECTS = [
  'floor',
  'timestep',
  'ai-sdk',
  'floor-stream',
  'timestep-stream',
  'ai-sdk-stream',
] as const;
const WARM_UP = 500;
const EPISODES = 2000;

/** Measures one subject in a process. `folder` contains `child.ts`. */
export async function measureEpisodes(folder: string, name: string): Promise<EpisodeMeasurement> {
  const args = [name, String(WARM_UP), String(EPISODES)];
  const measured = await measureInChild(join(folder, 'child.ts'), args, ['--expose-gc']);
  return measured as EpisodeMeasurement;
}

export const episodeSuite: Suite = {
  name: 'episode',
  about: 'one episode: model call, tool call, model call; everything in one process',
  rounds: 5,
  async run(rounds, progress) {
    const gathered = new Map<string, EpisodeMeasurement[]>(SUBJECTS.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const name of rotate(SUBJECTS, round)) {
        progress(`round ${round + 1} of ${rounds}: ${name}`);
        gathered.get(name)?.push(await measureEpisodes(import.meta.dirname, name));
      }
    }
    return SUBJECTS.map((name): Row => {
      const all = gathered.get(name) ?? [];
      const cold = computeSpread(all.map(({ coldMs }) => coldMs));
      return {
        suite: 'episode',
        name,
        ...toCpuFields(computeSpread(all.map(({ cpuUs }) => cpuUs))),
        retained_bytes: Math.round(computeSpread(all.map((one) => one.retainedBytes)).median),
        cold_ms: Math.round(cold.best),
        cold_ms_median: Math.round(cold.median),
        peak_rss_mb: Math.round(computeSpread(all.map(({ peakRssMb }) => peakRssMb)).median),
        rounds,
      };
    });
  },
  report(rows) {
    const head = ['', 'CPU µs', 'median', '× floor', 'kept B', 'cold ms', 'peak MB'];
    const lines = rows.map((row) => {
      const floor = requireRow(rows, row.name.endsWith('-stream') ? 'floor-stream' : 'floor');
      return [
        row.name,
        formatFigure(row.cpu_us),
        formatFigure(row.cpu_us_median),
        formatFigure(row.cpu_us / floor.cpu_us),
        String(row['retained_bytes']),
        String(row['cold_ms']),
        String(row['peak_rss_mb']),
      ];
    });
    return {
      head,
      lines,
      aims: [
        { what: 'timestep, CPU µs', figure: requireRow(rows, 'timestep').cpu_us, atMost: 30 },
        {
          what: 'timestep-stream, CPU µs',
          figure: requireRow(rows, 'timestep-stream').cpu_us,
          atMost: 100,
        },
      ],
    };
  },
};
