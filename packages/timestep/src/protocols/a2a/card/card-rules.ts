import { isJsonObject, type JsonObject } from '#core';
import { filterObjects, getObject, getStringOrEmpty } from '../client/lenient-fields.ts';
import { createCardProblemWriter, type CardProblem } from './card-problem.ts';
import { CARD } from './card-shapes.ts';
import { checkShape } from './check-shape.ts';
import {
  checkDefaultModes,
  checkRequiredSchemes,
  checkSignatures,
  checkSkillIds,
  checkCardUrl,
} from './shared-rules.ts';

const write = createCardProblemWriter('1.0');
const SECTIONS = { form: '4.4.6 AgentInterface', encryption: '7.1 Protocol Security' } as const;
const BINDINGS: readonly string[] = ['JSONRPC', 'GRPC', 'HTTP+JSON'];

/** Lists deviations of a card from A2A 1.0, in the order of the sections that it breaks. */
export function checkCard(card: JsonObject): readonly CardProblem[] {
  const required = filterObjects(card['securityRequirements']).map((one, index) => ({
    path: `securityRequirements[${index}]`,
    schemes: getObject(one, 'schemes'),
  }));
  return [
    ...checkShape(card, CARD, write),
    ...checkCardInterfaces(card),
    ...checkDefaultModes(card, '4.4.1 AgentCard', write),
    ...checkSkillIds(card, '4.4.5 AgentSkill', write),
    ...checkSchemes(card),
    ...checkRequiredSchemes(required, card, '4.5.1 SecurityScheme', write),
    ...checkSignatures(card, '8.4.2 Signature Format', write),
  ];
}

function checkCardInterfaces(card: JsonObject): readonly CardProblem[] {
  const listed = card['supportedInterfaces'];
  if (Array.isArray(listed) && listed.length === 0) {
    const why = 'must declare at least one interface';
    return [write.problem('8.3.1 Supported Interfaces Declaration', 'supportedInterfaces', why)];
  }
  return filterObjects(listed).flatMap((one, index) => {
    const path = `supportedInterfaces[${index}]`;
    const [url, binding] = [getStringOrEmpty(one, 'url'), getStringOrEmpty(one, 'protocolBinding')];
    const version = getStringOrEmpty(one, 'protocolVersion');
    const overHttp = binding === 'JSONRPC' || binding === 'HTTP+JSON';
    const isKnown = binding === '' || BINDINGS.includes(binding) || URL.canParse(binding);
    const versionWords = `must be like 1.0, not ${version}`;
    return [
      ...(overHttp && url !== '' ? checkCardUrl(url, `${path}.url`, SECTIONS, write) : []),
      ...(isKnown
        ? []
        : [
            write.note(
              '5.8 Custom Binding Identification',
              `${path}.protocolBinding`,
              `${binding} is none of ${BINDINGS.join(', ')}, and should therefore be a URI`,
            ),
          ]),
      ...(version === '' || /^\d+\.\d+$/.test(version)
        ? []
        : [write.note('4.4.6 AgentInterface', `${path}.protocolVersion`, versionWords)]),
    ];
  });
}

const LOCATIONS: readonly string[] = ['query', 'header', 'cookie'];

function checkSchemes(card: JsonObject): readonly CardProblem[] {
  return Object.entries(getObject(card, 'securitySchemes')).flatMap(([name, scheme]) => {
    if (!isJsonObject(scheme)) return [];
    const path = `securitySchemes.${name}`;
    const kinds = Object.keys(scheme).filter((one) => /(?:SecurityScheme)$/.test(one));
    const location = getStringOrEmpty(getObject(scheme, 'apiKeySecurityScheme'), 'location');
    const older = typeof scheme['type'] === 'string' ? ' (type is of A2A 0.3)' : '';
    return [
      ...(kinds.length === 1
        ? []
        : [
            write.problem(
              '4.5.1 SecurityScheme',
              path,
              `must have exactly one kind of scheme, such as httpAuthSecurityScheme${older}`,
            ),
          ]),
      ...(location === '' || LOCATIONS.includes(location)
        ? []
        : [
            write.problem(
              '4.5.2 APIKeySecurityScheme',
              `${path}.apiKeySecurityScheme.location`,
              `must be ${LOCATIONS.join(', ')}, not ${location}`,
            ),
          ]),
    ];
  });
}
