import { canonicalJson, type JsonObject } from '../../core/index.ts';
import { CARD_FIELDS, CARD_FIELDS_03, fieldsOf, withoutEmpty } from './card-fields.ts';

/**
 * The texts of a card that are signed (section 8.4.1): as the specification says; without what is empty, as the
 * official SDKs read that; without security schemes as well, which the one for JavaScript loses; and as those of 0.3
 * read the card of that version. Each is there once.
 */
export function signedTexts(card: JsonObject): readonly string[] {
  const said = fieldsOf(card, CARD_FIELDS);
  const { securitySchemes: _schemes, ...others } = said;
  const forms = [said, withoutEmpty(said), withoutEmpty(others)];
  if ('protocolVersion' in card) forms.push(withoutEmpty(fieldsOf(card, CARD_FIELDS_03)));
  return [...new Set(forms.map((form) => canonicalJson(form ?? {})))];
}

/** The texts that a signature may be of; a signer may know fields that this version does not. */
export function checkedTexts(card: JsonObject): readonly string[] {
  const { signatures: _signatures, ...whole } = card;
  return [...new Set([canonicalJson(whole), ...signedTexts(card)])];
}
