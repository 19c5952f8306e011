import type { PageFailure } from '@timestep-ai/timestep/view';

/** An error response of the API. `status` is 0 if the server could not be reached. */
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

/** Reads an error response. An error in an unknown format gets the code `unreadable`. */
export async function readApiError(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as PageFailure;
    return new ApiError(response.status, error.code, error.message);
  } catch {
    return new ApiError(
      response.status,
      'unreadable',
      `the server responded with HTTP ${response.status}`,
    );
  }
}

export function isAccessDenied(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
