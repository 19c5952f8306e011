import { bodyOfCall, headersOfCall, resultIn } from './tool-call.ts';

export const TOOL = 'get_weather';

export const MCP_HEADERS: Readonly<Record<string, string>> = headersOfCall(TOOL);

export function callBody(number: number): string {
  return bodyOfCall(TOOL, { location: cityOf(number) }, number);
}

export interface Weather {
  readonly location: string;
  readonly tempF: number;
}

/** What the tool returns, on every server. */
export function weatherIn(location: string): Weather {
  return { location, tempF: 72 };
}

/** What is wrong with an answer that should be the weather of a city. */
export function wrongWithResult(answer: string, number: number): string | undefined {
  const result = resultIn(answer, number);
  if (!result || result.isError) return `no result in ${answer}`;
  const { location, tempF } = result.structuredContent ?? {};
  const isRight = location === cityOf(number) && tempF === 72;
  return isRight ? undefined : `other weather: ${answer}`;
}

function cityOf(number: number): string {
  return `city ${number}`;
}
