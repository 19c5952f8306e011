import { malformedRules, type PermissionRules } from '../environment/index.ts';
import type { Fields } from './fields.ts';

const VERDICTS = ['deny', 'ask', 'allow'] as const;

/** Reads `permissions`: rules about calls of tools, which come before what each tool says. */
export function permissionsIn(fields: Fields): PermissionRules {
  const rules = Object.fromEntries(
    VERDICTS.flatMap((verdict) => {
      const texts = fields.texts(verdict);
      return texts === undefined ? [] : [[verdict, texts] as const];
    }),
  );
  for (const verdict of VERDICTS) {
    const [fault] = malformedRules({ [verdict]: rules[verdict] ?? [] });
    if (fault) fields.wrong(verdict, `has the rule "${fault.rule}", which ${fault.why}`);
  }
  return rules;
}
