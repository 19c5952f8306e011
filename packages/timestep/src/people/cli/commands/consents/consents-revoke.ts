import { formatForeignLine, omitUndefined } from '#core';
import type { Command } from '../../command.ts';
import { CommandError } from '../../command-error.ts';
import { createStoredCommand } from '../stored-command.ts';

export const consentsRevoke: Command = createStoredCommand({
  usage: 'consents revoke <id>',
  about: 'Revokes a consent, so that a person is asked again from the next turn on.',
  options: {
    principal: {
      value: 'NAME',
      about:
        'user whose remembered approval is revoked: the user name or token subject that the server uses',
    },
  },
  examples: ['timestep consents revoke 01a4:1:call_1'],
  access: 'write',
  prepare({ operand: id, values }, { now }) {
    const filter = omitUndefined({ principal: values.text('principal') });
    return async ({ sessions }) => {
      const { listAllConsents, revokeConsent } = await import('#engine/runner');
      const all = await listAllConsents(sessions, filter);
      const found = all.find(({ consent }) => consent.id === id);
      if (!found) {
        const message = `unknown consent ${formatForeignLine(id)}: list the consents with timestep consents list`;
        throw new CommandError('no-consent', message);
      }
      const { consent, sessionId } = found;
      await revokeConsent(sessions, { principal: consent.by, id: sessionId }, id, now);
      return consent;
    };
  },
  toJson: ({ id }) => ({ id }),
  formatLines: ({ id, definition: { name } }) => [
    `revoked consent ${formatForeignLine(id)} to ${formatForeignLine(name)}`,
  ],
});
