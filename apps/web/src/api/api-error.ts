import type { PageFailure } from '@timestep-ai/timestep/view';

/** The server refused a request, or could not be reached (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** The error that an answer is; answers of proxies have no body of ours. */
export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as PageFailure;
    return new ApiError(response.status, error.code, error.message);
  } catch {
    return new ApiError(response.status, 'unreadable', `the server answered ${response.status}`);
  }
}

/** Whether the key or token is missing or wrong. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
