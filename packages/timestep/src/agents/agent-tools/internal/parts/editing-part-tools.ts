import { requireEditOfVersion } from '#agents/folder';
import type { InternalTool } from '../internal-tool.ts';
import type { InternalCall } from '../own-agent.ts';
import { EFFECT, createEditAction } from '../tool-actions.ts';
import { buildNameSchema, buildInputSchema } from '../tool-arguments.ts';
import { type PartArguments, type PartKind, requirePart } from './part-kind.ts';

type VersionedArguments = PartArguments & { readonly version?: string };

export function createPartEditingTools(kind: PartKind): InternalTool[] {
  const { fields, needed, kind: word } = kind;
  const name = buildNameSchema(`The name of the ${word}`);
  const text = { type: 'string', description: `What the ${word} says` };
  const version = {
    type: 'string',
    description: `The version that get_${word} gave: a ${word} that was changed since stays as it is`,
  };
  const describeEffect = async ({ name: part }: PartArguments, { access }: InternalCall) => {
    const { include } = requirePart(kind, (await access.read()).folder, part);
    return include === 'manual'
      ? `The ${word} is manual: the model receives it only in sessions that include it. For other sessions, set include to always or agent.`
      : EFFECT;
  };
  return [
    {
      name: `create_${word}`,
      description: `Adds a ${word} to this agent, for this and all later conversations.`,
      input: buildInputSchema({ name, text, ...needed }, fields),
      ...createEditAction(
        (args: PartArguments, { access }) => kind.create(access.storage, args),
        describeEffect,
      ),
    },
    {
      name: `update_${word}`,
      description: `Changes a ${word} of this agent; fields that are not given keep their values. Call get_${word} before.`,
      input: buildInputSchema({ name }, { text, ...needed, ...fields, version }),
      ...createEditAction(
        async (args: VersionedArguments, { access: { storage } }) =>
          requireEditOfVersion(storage, await kind.update(storage, args), args.version),
        describeEffect,
      ),
    },
    {
      name: `delete_${word}`,
      description: `Removes a ${word} of this agent for good. Call get_${word} before.`,
      input: buildInputSchema({ name }, { version }),
      ...createEditAction(async (args: VersionedArguments, { access: { storage } }) =>
        requireEditOfVersion(storage, await kind.remove(storage, args.name), args.version),
      ),
    },
  ];
}
