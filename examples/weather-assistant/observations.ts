/** The weather at a location. `source` names the origin of the data. */
export interface Observation {
  readonly location: string;
  readonly temperature_f: number;
  readonly condition: string;
  readonly humidity: number;
  readonly source: string;
}

/** Finds the weather of a location; throws an error that names the location if there is none. */
export type Observe = (location: string, signal: AbortSignal) => Promise<Observation>;

const SAMPLES: Readonly<Record<string, Omit<Observation, 'location' | 'source'>>> = {
  oakland: { temperature_f: 72, condition: 'sunny', humidity: 65 },
  berlin: { temperature_f: 50, condition: 'overcast', humidity: 81 },
  nairobi: { temperature_f: 77, condition: 'partly cloudy', humidity: 54 },
  tokyo: { temperature_f: 64, condition: 'rainy', humidity: 88 },
};

/** Observations that are invented for the example and marked as such. */
export const sampleObservations: Observe = async (location) => {
  const sample = SAMPLES[location.trim().toLowerCase()];
  if (!sample) {
    const known = Object.keys(SAMPLES).join(', ');
    throw new Error(`there is no sample observation for ${location}, only for ${known}`);
  }
  return { location, ...sample, source: 'sample observation' };
};
