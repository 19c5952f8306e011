import type { InternalTool } from '../internal-tool.ts';
import { createSessionChangeAction } from '../tool-actions.ts';
import { buildInputSchema, buildNameSchema } from '../tool-arguments.ts';
import { type PartArguments, type PartKind, requirePart } from './part-kind.ts';

export function createPartInclusionTools(kind: PartKind): InternalTool[] {
  const { kind: word } = kind;
  const input = buildInputSchema({ name: buildNameSchema(`The name of the ${word}`) });
  const createAction = (type: 'session.included' | 'session.excluded', how: string) =>
    createSessionChangeAction(async ({ name }: PartArguments, { access }) => {
      requirePart(kind, (await access.read()).folder, name);
      const said = `From the next message on this session is ${how} the ${word} ${name}.`;
      return { events: [{ type, item: { kind: word, name } }], said };
    });
  return [
    {
      name: `include_${word}`,
      description: `Gives the later turns of this session a ${word} of this agent.`,
      input,
      ...createAction('session.included', 'with'),
    },
    {
      name: `exclude_${word}`,
      description: `Keeps a ${word} of this agent out of the later turns of this session.`,
      input,
      ...createAction('session.excluded', 'without'),
    },
  ];
}
