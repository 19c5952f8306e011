import { type Session, type JsonObject, omitUndefined } from '#core';
import { createNoSuchPartError } from '#agents/folder';
import type { InternalTool } from '../internal-tool.ts';
import { createReadOnlyAction, createSessionChangeAction } from '../tool-actions.ts';
import { buildCountSchema, buildInputSchema } from '../tool-arguments.ts';
import { getSessionLocation, loadSession } from './session-location.ts';

const SESSION = {
  type: 'string',
  minLength: 1,
  description: 'The id of the session, as list_sessions has it. Default: this one',
};

interface SessionArgument {
  readonly sessionId?: string;
}

const LISTED = 20;

export function createSessionManagementTools(): InternalTool[] {
  return [
    {
      name: 'list_sessions',
      description: 'Lists the conversations of this user with this agent, the newest first.',
      input: buildInputSchema({}, { limit: buildCountSchema(100, LISTED) }),
      ...createReadOnlyAction(
        async ({ limit: pageSize = LISTED }: { readonly limit?: number }, call) => {
          const { store, principal, agent, current } = await getSessionLocation(call);
          const { sessions } = await store.list({ principal, agent, pageSize, withClosed: true });
          return sessions.map((session) => summarizeSession(session, current));
        },
      ),
    },
    {
      name: 'get_session',
      description: 'Reads the settings of a conversation, and what it includes and excludes.',
      input: buildInputSchema({}, { sessionId: SESSION }),
      ...createReadOnlyAction(async ({ sessionId }: SessionArgument, call) => {
        const location = await getSessionLocation(call);
        const id = sessionId ?? location.current;
        const session = await loadSession(location, id);
        if (!session && id !== location.current)
          throw createNoSuchPartError(`there is no session ${id}`);
        if (!session) return { sessionId: id, current: true, include: [], exclude: [] };
        const { settings, include, exclude, permitted } = session;
        return {
          ...summarizeSession(session, location.current),
          settings: { ...settings },
          include: include.map((item) => ({ ...item })),
          exclude: exclude.map((item) => ({ ...item })),
          permitted: [...permitted],
        };
      }),
    },
    {
      name: 'rename_session',
      description: 'Gives a conversation another name.',
      input: buildInputSchema(
        { name: { type: 'string', minLength: 1, maxLength: 200, description: 'The new name' } },
        { sessionId: SESSION },
      ),
      ...createSessionChangeAction(
        async ({ name, ...which }: SessionArgument & { readonly name: string }) => ({
          events: [{ type: 'session.named', name }],
          ...which,
          said: `The session is called: ${name}`,
        }),
      ),
    },
  ];
}

function summarizeSession(session: Session, current: string): JsonObject {
  const { id: sessionId, name, isClosed, updatedAt } = session;
  const updated = new Date(updatedAt).toISOString();
  const closed = isClosed || undefined;
  return omitUndefined({ sessionId, name, updated, closed, current: sessionId === current });
}
