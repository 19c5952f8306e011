import { type JsonObject, omitUndefined } from '#core';
import {
  planNewSkill,
  planSkillUpdate,
  planSkillRemoval,
  planNewNote,
  planNoteUpdate,
  planNoteRemoval,
  FolderError,
} from '#agents/folder';
import { INCLUDE_SCHEMA } from '../tool-arguments.ts';
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
  needed: {
    description: { type: 'string', description: 'What the skill does, and when to use it' },
  },
  fields: {},
  create: (storage, { name, text = '', description = '' }) =>
    planNewSkill(storage, { name, text, description }),
  update: async (storage, { name, text, description }) =>
    planSkillUpdate(storage, name, pickChanges({ text, description: description || undefined })),
  remove: planSkillRemoval,
};

function createNoteKind(kind: 'rule' | 'reference'): Omit<PartKind, 'several' | 'partsOf'> {
  return {
    kind,
    fields: NOTE_FIELDS,
    needed: {},
    create: (storage, { name, text = '', description, priorityLevel: priority, include }) =>
      planNewNote(storage, kind, {
        name,
        text,
        ...omitUndefined({ description, priority, include }),
      }),
    update: async (storage, { name, text, description, priorityLevel: priority, include }) =>
      planNoteUpdate(storage, kind, name, pickChanges({ text, description, priority, include })),
    remove: (storage, name) => planNoteRemoval(storage, kind, name),
  };
}

function pickChanges<T extends object>(fields: T) {
  const changes = omitUndefined(fields);
  if (Object.keys(changes).length > 0) return changes;
  throw new FolderError('the call changes nothing: set the text or another field');
}
