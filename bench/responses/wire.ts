/** One request for a response; no two are alike. */
export function requestBody(number: number): string {
  return JSON.stringify({ model: MODEL, input: textOf(number) });
}

export const HEADERS: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** The model that requests name, in the form in which OGX has it: `<provider>/<model>`. */
export const MODEL = 'echo/echo';

export function textOf(number: number): string {
  return `hello number ${number}`;
}

/** What is wrong with an answer that should be a completed response which repeats the input. */
export function wrongWithResponse(answer: string, number: number): string | undefined {
  const { object, status, output = [] } = JSON.parse(answer) as WireResponse;
  if (object !== 'response' || status !== 'completed') return `not completed: ${answer}`;
  const said = output.flatMap(({ content = [] }) => content.map(({ text }) => text));
  return said.includes(textOf(number)) ? undefined : `other text: ${answer}`;
}

interface WireResponse {
  readonly object?: string;
  readonly status?: string;
  readonly output?: readonly { readonly content?: readonly { readonly text?: string }[] }[];
}
