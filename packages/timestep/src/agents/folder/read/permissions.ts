import { listMalformedRules, type PermissionRules } from '../../../engine/tools/index.ts';
import type { Fields } from '../text/fields.ts';

const VERDICTS = ['deny', 'ask', 'allow'] as const;

export function parsePermissions(fields: Fields): PermissionRules {
  const rules = Object.fromEntries(
    VERDICTS.flatMap((verdict) => {
      const texts = fields.getTexts(verdict);
      return texts === undefined ? [] : [[verdict, texts] as const];
    }),
  );
  for (const verdict of VERDICTS) {
    const [fault] = listMalformedRules({ [verdict]: rules[verdict] ?? [] });
    if (fault) fields.reportMistake(verdict, `has the rule "${fault.rule}", which ${fault.why}`);
  }
  return rules;
}
