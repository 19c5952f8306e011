/** The only task of this suite, the same for every subject. */
export const INSTRUCTIONS = 'You are a weather assistant.';
export const QUESTION = "What's the weather in Oakland?";
export const TOOL = 'get_weather';
export const TOOL_DESCRIPTION = 'Get weather';
export const TOOL_PARAMETERS = {
  type: 'object',
  properties: { location: { type: 'string' } },
  required: ['location'],
} as const;

export const ANSWER = 'Sunny, 72F in Oakland.';

/** Returns the tool's result; the mock model answers only if it gets exactly this result. */
export function getWeather(location: unknown): string {
  return `Sunny, 72F in ${String(location)}`;
}
