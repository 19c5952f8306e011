import type { JsonObject } from '../../core/index.ts';
import { createNote, removeNote, updateNote, type NoteChanges } from '../edit-notes.ts';
import { createSkill, removeSkill, updateSkill } from '../edit-skills.ts';
import { FolderError } from '../folder-error.ts';
import { includeIn, INCLUDE_SCHEMA, numberIn, textIn } from './internal-tool.ts';
import type { PartKind } from './part-tools.ts';

const NOTE_FIELDS: JsonObject = {
  description: { type: 'string', description: 'What it is about, in a sentence' },
  priorityLevel: {
    type: 'integer',
    minimum: 0,
    maximum: 999,
    description: 'Where it stands among the others: lower ones come first. Default 500',
  },
  include: INCLUDE_SCHEMA,
};

export const RULES: PartKind = {
  ...notes('rule'),
  several: 'rules',
  partsOf: ({ rules }) => rules,
};

export const REFERENCES: PartKind = {
  ...notes('reference'),
  several: 'references',
  partsOf: ({ references }) => references,
};

export const SKILLS: PartKind = {
  kind: 'skill',
  several: 'skills',
  partsOf: ({ skills }) => skills.map((skill) => ({ ...skill, include: 'agent' })),
  fields: {
    description: { type: 'string', description: 'What the skill does, and when to use it' },
  },
  needed: ['description'],
  create: (storage, args) => {
    const { name = '', text = '', description = '' } = textsIn(args);
    return createSkill(storage, { name, text, description });
  },
  update: async (storage, name, args) => {
    const { text, description } = textsIn(args);
    const changes = { ...(text !== undefined && { text }), ...(description && { description }) };
    return updateSkill(storage, name, someOf(changes));
  },
  remove: removeSkill,
};

function notes(kind: 'rule' | 'reference'): Omit<PartKind, 'several' | 'partsOf'> {
  return {
    kind,
    fields: NOTE_FIELDS,
    needed: [],
    create: (storage, args) => {
      const { name = '', text = '' } = textsIn(args);
      return createNote(storage, kind, { ...changesIn(args), name, text });
    },
    update: async (storage, name, args) => updateNote(storage, kind, name, someOf(changesIn(args))),
    remove: (storage, name) => removeNote(storage, kind, name),
  };
}

function changesIn(args: JsonObject): NoteChanges {
  const { text, description } = textsIn(args);
  const priority = numberIn(args, 'priorityLevel');
  const include = includeIn(args);
  return {
    ...(text !== undefined && { text }),
    ...(description !== undefined && { description }),
    ...(priority !== undefined && { priority }),
    ...(include && { include }),
  };
}

function textsIn(args: JsonObject) {
  const [name, text, description] = ['name', 'text', 'description'].map((one) => textIn(args, one));
  return { name, text, description };
}

function someOf<T extends object>(changes: T): T {
  if (Object.keys(changes).length > 0) return changes;
  throw new FolderError('nothing is to be different: give the text or another field');
}
