import type { JsonObject } from '#core';
import {
  type NoteChanges,
  createSkill,
  updateSkill,
  removeSkill,
  createNote,
  updateNote,
  removeNote,
  omitUndefined,
  FolderError,
} from '#agents/folder';
import {
  INCLUDE_SCHEMA,
  getNumberArgument,
  getIncludeArgument,
  getTextArgument,
} from '../tool-arguments.ts';
import type { PartKind } from './part-kind.ts';

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
  ...createNoteKind('rule'),
  several: 'rules',
  partsOf: ({ rules }) => rules,
};

export const REFERENCES: PartKind = {
  ...createNoteKind('reference'),
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
    const { name = '', text = '', description = '' } = pickTexts(args);
    return createSkill(storage, { name, text, description });
  },
  update: async (storage, name, args) => {
    const { text, description } = pickTexts(args);
    const changes = { ...(text !== undefined && { text }), ...(description && { description }) };
    return updateSkill(storage, name, requireChanges(changes));
  },
  remove: removeSkill,
};

function createNoteKind(kind: 'rule' | 'reference'): Omit<PartKind, 'several' | 'partsOf'> {
  return {
    kind,
    fields: NOTE_FIELDS,
    needed: [],
    create: (storage, args) => {
      const { name = '', text = '' } = pickTexts(args);
      return createNote(storage, kind, { ...pickNoteChanges(args), name, text });
    },
    update: async (storage, name, args) =>
      updateNote(storage, kind, name, requireChanges(pickNoteChanges(args))),
    remove: (storage, name) => removeNote(storage, kind, name),
  };
}

function pickNoteChanges(args: JsonObject): NoteChanges {
  const { text, description } = pickTexts(args);
  const priority = getNumberArgument(args, 'priorityLevel');
  const include = getIncludeArgument(args);
  return omitUndefined({ text, description, priority, include });
}

function pickTexts(args: JsonObject) {
  const [name, text, description] = ['name', 'text', 'description'].map((one) =>
    getTextArgument(args, one),
  );
  return { name, text, description };
}

function requireChanges<T extends object>(changes: T): T {
  if (Object.keys(changes).length > 0) return changes;
  throw new FolderError('the call changes nothing: give the text or another field');
}
