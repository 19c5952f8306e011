import { isJsonObject, type JsonObject } from '#core';
import { filterObjects, getObject, getStringOrEmpty } from '../client/lenient-fields.ts';
import { createCardProblemWriter, type CardProblem } from './card-problem.ts';
import { A2A03_CARD } from './card-shapes.ts';
import { checkShape } from './check-shape.ts';
import {
  checkDefaultModes,
  checkRequiredSchemes,
  checkSignatures,
  checkSkillIds,
  checkCardUrl,
} from './shared-rules.ts';

const write = createCardProblemWriter('0.3');
const VALIDATION = '5.6.4 Validation Requirements';
const SECTIONS = {
  form: '5.6.1 Main URL and Preferred Transport',
  encryption: '4.1 Transport Security',
} as const;

/** Lists deviations of a card from A2A 0.3. */
export function checkA2A03Card(card: JsonObject): readonly CardProblem[] {
  const url = getStringOrEmpty(card, 'url');
  const required = filterObjects(card['security']).map((schemes, index) => ({
    path: `security[${index}]`,
    schemes,
  }));
  return [
    ...checkShape(card, A2A03_CARD, write),
    ...(url === '' ? [] : checkCardUrl(url, 'url', SECTIONS, write)),
    ...checkTransports(card, url),
    ...checkDefaultModes(card, '5.5 AgentCard Object Structure', write),
    ...checkSkillIds(card, '5.5.4 AgentSkill Object', write),
    ...checkSchemeTypes(card),
    ...checkRequiredSchemes(required, card, '5.5 AgentCard Object Structure', write),
    ...checkSignatures(card, '5.5.6 AgentCardSignature Object', write),
  ];
}

function checkTransports(card: JsonObject, url: string): readonly CardProblem[] {
  const preferred = getStringOrEmpty(card, 'preferredTransport');
  if (preferred === '') {
    const why = 'is required, and clients take it as JSONRPC';
    return [write.problem(SECTIONS.form, 'preferredTransport', why)];
  }
  const others = filterObjects(card['additionalInterfaces']);
  const isMain = (one: JsonObject): boolean => one['url'] === url && one['transport'] === preferred;
  if (others.length === 0 || others.some(isMain)) return [];
  const why = 'should include the main url with its preferredTransport';
  return [write.note(VALIDATION, 'additionalInterfaces', why)];
}

const TYPES: readonly string[] = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'];

function checkSchemeTypes(card: JsonObject): readonly CardProblem[] {
  return Object.entries(getObject(card, 'securitySchemes')).flatMap(([name, scheme]) => {
    const type = isJsonObject(scheme) ? getStringOrEmpty(scheme, 'type') : '';
    if (type === '' || TYPES.includes(type)) return [];
    const why = `must be ${TYPES.join(', ')}, not ${type}`;
    return [write.problem('5.5.3 SecurityScheme Object', `securitySchemes.${name}.type`, why)];
  });
}
