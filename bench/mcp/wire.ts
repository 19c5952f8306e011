import { bodyOfCall, createCallHeaders, parseResult } from './tool-call.ts';

export const TOOL = 'get_weather';

export const MCP_HEADERS: Readonly<Record<string, string>> = createCallHeaders(TOOL);

export function callBody(number: number): string {
  return bodyOfCall(TOOL, { location: createCityName(number) }, number);
}

export interface Weather {
  readonly location: string;
  readonly tempF: number;
}

/** Returns the tool's result, the same on every server. */
export function getWeather(location: string): Weather {
  return { location, tempF: 72 };
}

/** Returns the error of an answer that should be the weather of a city. */
export function findResultError(answer: string, number: number): string | undefined {
  const result = parseResult(answer, number);
  if (!result || result.isError) return `no result in ${answer}`;
  const { location, tempF } = result.structuredContent ?? {};
  const isRight = location === createCityName(number) && tempF === 72;
  return isRight ? undefined : `other weather: ${answer}`;
}

function createCityName(number: number): string {
  return `city ${number}`;
}
