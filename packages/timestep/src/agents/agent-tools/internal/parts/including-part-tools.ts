import type { InternalTool } from '../internal-tool.ts';
import type { InternalCall } from '../own-agent.ts';
import { type SessionChange, createSessionAction } from '../tool-actions.ts';
import { buildInputSchema, buildNameSchema } from '../tool-arguments.ts';
import { type PartKind, requirePart, getName } from './part-kind.ts';

export function createIncludingTools(kind: PartKind): InternalTool[] {
  const { kind: word } = kind;
  const input = buildInputSchema({ name: buildNameSchema(`The name of the ${word}`) }, ['name']);
  const change = async (
    type: 'session.included' | 'session.excluded',
    name: string,
    call: InternalCall,
  ): Promise<SessionChange> => {
    requirePart(kind, (await call.access.read()).folder, name);
    const how = type === 'session.included' ? 'with' : 'without';
    return {
      events: [{ type, item: { kind: word, name } }],
      said: `From the next message on this session is ${how} the ${word} ${name}.`,
    };
  };
  return [
    {
      name: `include_${word}`,
      description: `Gives the later turns of this session a ${word} of this agent.`,
      input,
      ...createSessionAction((args, call) => change('session.included', getName(args), call)),
    },
    {
      name: `exclude_${word}`,
      description: `Keeps a ${word} of this agent out of the later turns of this session.`,
      input,
      ...createSessionAction((args, call) => change('session.excluded', getName(args), call)),
    },
  ];
}
