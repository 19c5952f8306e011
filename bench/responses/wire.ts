/** Creates one response request; no two requests are alike. */
export function createRequestBody(number: number): string {
  return JSON.stringify({ model: MODEL, input: createText(number) });
}

export const HEADERS: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** The model name in requests, in OGX's form `<provider>/<model>`. */
export const MODEL = 'echo/echo';

export function createText(number: number): string {
  return `hello number ${number}`;
}

/** Returns the error of an answer that should be a completed response which repeats the input. */
export function findResponseError(answer: string, number: number): string | undefined {
  const { object, status, output = [] } = JSON.parse(answer) as WireResponse;
  if (object !== 'response' || status !== 'completed') return `not completed: ${answer}`;
  const said = output.flatMap(({ content = [] }) => content.map(({ text }) => text));
  return said.includes(createText(number)) ? undefined : `other text: ${answer}`;
}

interface WireResponse {
  readonly object?: string;
  readonly status?: string;
  readonly output?: readonly { readonly content?: readonly { readonly text?: string }[] }[];
}
