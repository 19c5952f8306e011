import type { Login } from '../../port/index.ts';
import type { GivenTokens } from './token-request.ts';

/** A login with the tokens that its issuer has just given; what they do not say stays as it was. */
export function loginWith(
  login: Omit<Login, 'accessToken'>,
  { accessToken, refreshToken, expiresInS, scope }: GivenTokens,
  now: number,
): Login {
  const { expiresAt: _, ...others } = login;
  return {
    ...others,
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(scope !== undefined && { scope }),
    ...(expiresInS !== undefined && { expiresAt: now + expiresInS * 1000 }),
  };
}
