import type { Consent } from '#core';
import { listAllConsents, revokeConsent, type StoredConsent } from '#engine/runner';
import type { ConsentLine, ConsentList } from '#people/view';
import { ApiError, type ApiCall, type ApiRoutes } from './api-route.ts';

/** Routes of approvals that users have given for later calls. */
export const CONSENT_ROUTES: ApiRoutes = {
  'GET /consents': async ({ context: { site } }) =>
    ({
      consents: (await listAllConsents(site.sessions, {})).map(consentToLine),
    }) satisfies ConsentList,
  'DELETE /consents/:id': revokeConsentById,
};

async function revokeConsentById({ context: { site, clock }, param }: ApiCall): Promise<object> {
  const id = param('id');
  const all = await listAllConsents(site.sessions, {});
  const found = all.find(({ consent }) => consent.id === id);
  if (!found) throw new ApiError(404, 'no-consent', `unknown consent ${id}`);
  const key = { principal: found.consent.by, id: found.sessionId };
  await revokeConsent(site.sessions, key, id, clock.now());
  return {};
}

function consentToLine({ consent, sessionId }: StoredConsent): ConsentLine {
  const { id, agent, by, at, scope, definition } = consent;
  const { name, server } = definition;
  return {
    id,
    agent,
    principal: by,
    at,
    tool: name,
    ...(server !== undefined && { server }),
    covers: formatConsentCover(consent),
    ...(scope === 'session' && { sessionId }),
  };
}

function formatConsentCover({ covers }: Consent): string {
  if (typeof covers === 'object') return covers.rule;
  return covers === 'tool' ? 'any arguments' : 'the same arguments';
}
