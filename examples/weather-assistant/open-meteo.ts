import * as z from 'zod';
import type { Observe } from './observations.ts';

const Places = z.object({
  results: z
    .array(z.object({ name: z.string(), latitude: z.number(), longitude: z.number() }))
    .optional(),
});

const Forecast = z.object({
  current: z.object({
    temperature_2m: z.number(),
    relative_humidity_2m: z.number(),
    weather_code: z.number(),
  }),
});

/** The first code of each WMO group of weather conditions, and the name of the group. */
const CONDITIONS: readonly (readonly [number, string])[] = [
  [95, 'stormy'],
  [85, 'snow showers'],
  [80, 'showers'],
  [71, 'snowy'],
  [61, 'rainy'],
  [51, 'drizzly'],
  [45, 'foggy'],
  [3, 'overcast'],
  [1, 'partly cloudy'],
  [0, 'sunny'],
];

/** Requests the weather from open-meteo.com, which needs no API key but needs internet access. */
export const openMeteo: Observe = async (location, signal) => {
  const geocoding = new URL('https://geocoding-api.open-meteo.com/v1/search?count=1');
  geocoding.searchParams.set('name', location);
  const place = Places.parse(await fetchJson(geocoding, signal)).results?.[0];
  if (!place) throw new Error(`open-meteo.com knows no place called ${location}`);
  const forecast = new URL(
    'https://api.open-meteo.com/v1/forecast?temperature_unit=fahrenheit' +
      '&current=temperature_2m,relative_humidity_2m,weather_code',
  );
  forecast.searchParams.set('latitude', String(place.latitude));
  forecast.searchParams.set('longitude', String(place.longitude));
  const { current } = Forecast.parse(await fetchJson(forecast, signal));
  const [, condition = 'unsettled'] =
    CONDITIONS.find(([code]) => current.weather_code >= code) ?? [];
  return {
    location: place.name,
    temperature_f: Math.round(current.temperature_2m),
    condition,
    humidity: current.relative_humidity_2m,
    source: 'open-meteo.com',
  };
};

async function fetchJson(url: URL, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url.host} answered ${response.status}`);
  return response.json();
}
