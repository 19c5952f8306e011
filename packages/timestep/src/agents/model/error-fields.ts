import { isAnswerTooLarge } from '#protocols/http';

/** Fields of errors from provider packages, streams and sockets. */
export interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string;
  readonly url: string | undefined;
  readonly retryable: boolean | undefined;
  readonly networkCode: string | undefined;
  readonly tooLarge: boolean;
}

export function readErrorFields(thrown: unknown): ErrorFields {
  const fields = isObject(thrown) ? thrown : {};
  const getTextField = (key: string) => (typeof fields[key] === 'string' ? fields[key] : undefined);
  const status = [fields['statusCode'], fields['status'], fields['code']]
    .map(Number)
    .find(isHttpStatus);
  return {
    name: getTextField('name') ?? '',
    message: getTextField('message') ?? (typeof thrown === 'string' ? thrown : ''),
    status,
    headers: isObject(fields['responseHeaders'])
      ? (fields['responseHeaders'] as Record<string, string>)
      : undefined,
    body: getTextField('responseBody') ?? '',
    url: getTextField('url'),
    retryable: typeof fields['isRetryable'] === 'boolean' ? fields['isRetryable'] : undefined,
    networkCode: findNetworkCode(thrown),
    tooLarge: isAnswerTooLarge(thrown),
  };
}

function isHttpStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 100 && value < 600;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Finds a network error code in the chain of `cause` fields, up to 8 levels deep. */
function findNetworkCode(thrown: unknown): string | undefined {
  for (
    let error = thrown, depth = 0;
    isObject(error) && depth < 8;
    error = error['cause'], depth++
  ) {
    const code = error['code'];
    if (typeof code === 'string' && /^(E[A-Z]{3,}|UND_ERR_)/.test(code)) return code;
  }
  return undefined;
}
