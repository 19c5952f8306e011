import { toCanonicalJson, type JsonObject } from '../../../core/index.ts';
import { CARD_FIELDS, A2A03_CARD_FIELDS, pickFields, withoutEmpty } from './card-fields.ts';

/**
 * Lists the texts that a signature may cover (section 8.4.1): the form of the specification;
 * without empty values, as the official SDKs read it; also without security schemes, which the
 * JavaScript SDK drops; and the 0.3 form.
 */
export function listSignedTexts(card: JsonObject): readonly string[] {
  const said = pickFields(card, CARD_FIELDS);
  const { securitySchemes: _schemes, ...others } = said;
  const forms = [said, withoutEmpty(said), withoutEmpty(others)];
  if ('protocolVersion' in card) forms.push(withoutEmpty(pickFields(card, A2A03_CARD_FIELDS)));
  return [...new Set(forms.map((form) => toCanonicalJson(form ?? {})))];
}

/** Includes the whole card, because the signer may know other fields. */
export function listVerifiableTexts(card: JsonObject): readonly string[] {
  const { signatures: _signatures, ...whole } = card;
  return [...new Set([toCanonicalJson(whole), ...listSignedTexts(card)])];
}
