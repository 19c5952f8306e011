/** The one task of this suite, which every subject receives alike. */
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

/** What the tool does; the mock model answers only when it is shown this very result. */
export function weatherIn(location: unknown): string {
  return `Sunny, 72F in ${String(location)}`;
}
