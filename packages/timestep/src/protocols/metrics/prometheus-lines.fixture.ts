/** A sample line. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const PAIR = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const NUMBER = String.raw`[+-]?(?:Inf|NaN|\d+(?:\.\d+)?(?:e[+-]?\d+)?)`;
const SAMPLE = new RegExp(String.raw`^(${NAME})(?:\{(${PAIR}(?:,${PAIR})*)\})? (${NUMBER})$`);
const HELP = new RegExp(String.raw`^# HELP (${NAME}) (?:[^\\]|\\[\\n])*$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);

/**
 * Parses the Prometheus text format, version 0.0.4. Throws for invalid or repeated lines and for
 * samples without a type; stricter than Prometheus itself.
 */
export function parsePrometheusLines(text: string): readonly Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const seen = new Set<string>();
  for (const line of text.slice(0, -1).split('\n')) {
    const type = TYPE.exec(line);
    if (type?.[1] !== undefined && type[2] !== undefined) {
      if (types.has(type[1])) throw new Error(`a second type: ${line}`);
      types.set(type[1], type[2]);
      continue;
    }
    if (HELP.test(line)) continue;
    const [, name, pairs = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a line: ${line}`);
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    const kind = types.get(name) ?? types.get(family);
    if (kind === undefined) throw new Error(`without a type: ${line}`);
    if (kind === 'counter' && !name.endsWith('_total')) throw new Error(`not a total: ${line}`);
    if (seen.has(`${name}{${pairs}`)) throw new Error(`twice: ${line}`);
    seen.add(`${name}{${pairs}`);
    samples.push({
      name,
      labels: parseLabels(pairs),
      value: Number(value.replace('Inf', 'Infinity')),
    });
  }
  return samples;
}

function parseLabels(pairs: string): Record<string, string> {
  const found = pairs.matchAll(new RegExp(String.raw`(${NAME})="((?:[^"\\]|\\.)*)"`, 'g'));
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)),
    ]),
  );
}
