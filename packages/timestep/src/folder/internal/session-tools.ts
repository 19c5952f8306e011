import type { JsonObject, Session } from '../../core/index.ts';
import { FolderError } from '../folder-error.ts';
import {
  changingSession,
  inputOf,
  numberIn,
  reading,
  textIn,
  type InternalTool,
} from './internal-tool.ts';
import { sessionOf, sessionPlaceOf } from './session-place.ts';

const SESSION = {
  type: 'string',
  minLength: 1,
  description: 'The id of the session, as list_sessions has it. Default: this one',
};
const LISTED = 20;

/** Creates the tools for the sessions of a task's sender with the agent. */
export function sessionTools(): InternalTool[] {
  return [
    {
      name: 'list_sessions',
      description: 'Lists the conversations of this user with this agent, the newest first.',
      input: inputOf({
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          description: `How many are returned at most. Default ${LISTED}`,
        },
      }),
      ...reading(async (args, call) => {
        const { store, principal, agent, current } = await sessionPlaceOf(call);
        const pageSize = numberIn(args, 'limit') ?? LISTED;
        const { sessions } = await store.list({ principal, agent, pageSize, withClosed: true });
        return sessions.map((session) => outlineOf(session, current));
      }),
    },
    {
      name: 'get_session',
      description: 'Reads the settings of a conversation, and what it includes and excludes.',
      input: inputOf({ sessionId: SESSION }),
      ...reading(async (args, call) => {
        const place = await sessionPlaceOf(call);
        const id = textIn(args, 'sessionId') ?? place.current;
        const session = await sessionOf(place, id);
        if (!session) {
          if (id === place.current)
            return { sessionId: id, current: true, include: [], exclude: [] };
          throw new FolderError(`there is not a session ${id}`, { code: 'no-such-part' });
        }
        const { settings, include, exclude, permitted } = session;
        return {
          ...outlineOf(session, place.current),
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
      input: inputOf(
        {
          name: { type: 'string', minLength: 1, maxLength: 200, description: 'The new name' },
          sessionId: SESSION,
        },
        ['name'],
      ),
      ...changingSession(async (args) => {
        const name = textIn(args, 'name') ?? '';
        const sessionId = textIn(args, 'sessionId');
        return {
          events: [{ type: 'session.named', name }],
          ...(sessionId !== undefined && { sessionId }),
          said: `The session is called: ${name}`,
        };
      }),
    },
  ];
}

function outlineOf(session: Session, current: string): JsonObject {
  const { id, name, isClosed, updatedAt } = session;
  return {
    sessionId: id,
    ...(name !== undefined && { name }),
    updated: new Date(updatedAt).toISOString(),
    ...(isClosed && { closed: true }),
    current: id === current,
  };
}
