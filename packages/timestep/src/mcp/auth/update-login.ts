import type { Login } from '../../port/index.ts';
import type { IssuedTokens } from './token-request.ts';

/** Fields that the response omits stay unchanged, except the expiry, which is removed. */
export function updateLogin(
  login: Omit<Login, 'accessToken'>,
  { accessToken, refreshToken, expiresInS, scope }: IssuedTokens,
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
