import { formatForeignLine, omitUndefined, type Consent } from '#core';
import type { StoredConsent } from '#engine/runner';
import type { Command } from '../../command.ts';
import { formatTime } from '../../options/quantity.ts';
import { formatTable } from '../../output/plain-text.ts';
import { createStoredCommand } from '../stored-command.ts';

export const consentsList: Command = createStoredCommand({
  usage: 'consents list',
  about: 'Lists what people let agents call without asking again, and until when.',
  more: 'A consent holds for the tool as it was shown: if its definition or server changes, a person is asked again.',
  options: {
    agent: { value: 'NAME', about: 'lists only consents to this agent' },
    principal: {
      value: 'NAME',
      about:
        'lists only the remembered approvals of this user: the user name or token subject that the server uses',
    },
  },
  examples: ['timestep consents list', 'timestep consents list --agent weather --json'],
  access: 'read',
  prepare({ values }) {
    const agent = values.text('agent');
    const filter = omitUndefined({ principal: values.text('principal') });
    return async ({ sessions }) => {
      const { listAllConsents } = await import('#engine/runner');
      const all = await listAllConsents(sessions, filter);
      return all.filter(({ consent }) => agent === undefined || consent.agent === agent);
    };
  },
  toJson: (found) => ({ consents: found.map(consentToJson) }),
  indent: 2,
  formatLines(found) {
    if (found.length === 0) return ['no consents'];
    const header = ['CONSENT', 'TOOL', 'SERVER', 'COVERS', 'HOLDS', 'AGENT', 'PRINCIPAL', 'GIVEN'];
    const cells = found.map(({ consent, sessionId }) => [
      formatForeignLine(consent.id),
      formatForeignLine(consent.definition.name),
      formatForeignLine(consent.definition.server ?? ''),
      formatForeignLine(formatConsentCover(consent)),
      formatForeignLine(formatConsentEnd(consent, sessionId)),
      formatForeignLine(consent.agent),
      formatForeignLine(consent.by),
      formatTime(consent.at),
    ]);
    return formatTable([header, ...cells]);
  },
});

function formatConsentCover({ covers }: Consent): string {
  switch (covers) {
    case 'tool':
      return 'any arguments';
    case 'arguments':
      return 'the same arguments';
    default:
      return covers.rule;
  }
}

function formatConsentEnd({ scope, until }: Consent, sessionId: string): string {
  const where = scope === 'always' ? 'until revoked' : `in session ${sessionId}`;
  return until === undefined ? where : `${where}, at most until ${formatTime(until)}`;
}

function consentToJson({ consent, sessionId }: StoredConsent): object {
  const { id, agent, by, at, scope, covers, until, definition, digest, call } = consent;
  return {
    id,
    agent,
    principal: by,
    session: scope === 'session' ? sessionId : null,
    scope,
    covers,
    given_at: formatTime(at),
    until: until === undefined ? null : formatTime(until),
    tool: definition,
    digest,
    call_digest: call,
  };
}
