import {
  canConsentBeRemembered,
  type ConsentCover,
  type ConsentScope,
  type ShownTool,
} from '../task/consent.ts';
import { formatForeignName } from '../text/foreign-text.ts';
import { parseArguments } from './tool-arguments.ts';

/** One way to approve a call, with the text that the person sees. */
export interface ConsentChoice {
  readonly id: 'once' | 'arguments' | 'pattern' | 'session' | 'always';
  readonly scope: ConsentScope;
  readonly covers: ConsentCover;
  readonly text: string;
}

/** Text of the choice not to allow a call. */
export const DENIAL_TEXT = 'Deny';

/** Text of the choice to allow a call once, with arguments that the person has changed. */
export const EDITED_TEXT = 'Allow as edited';

const ONCE: ConsentChoice = {
  id: 'once',
  scope: 'once',
  covers: 'arguments',
  text: 'Allow this call',
};

/** A call for which approval is requested. `arguments` is JSON text. */
export interface ChosenCall {
  readonly name: string;
  readonly arguments: string;
  readonly tool?: ShownTool | undefined;
}

/**
 * Lists the ways to approve a call, narrowest first. Offers to allow only this call if the question
 * cannot show everything that a longer approval would cover, or if the tool has the hint
 * `destructiveHint`.
 */
export function listConsentChoices(call: ChosenCall): readonly ConsentChoice[] {
  const { name, tool } = call;
  if (!canConsentBeRemembered(tool)) return [ONCE];
  const { server } = tool.definition;
  const shown = formatForeignName(name);
  const whose =
    server === undefined ? shown : `${shown} of the server ${formatForeignName(server)}`;
  const rule = suggestRule(call);
  const session = 'session' as const;
  return [
    ONCE,
    {
      id: 'arguments',
      scope: session,
      covers: 'arguments',
      text: `Allow only these arguments of ${whose} in this session`,
    },
    ...(rule === undefined
      ? []
      : [
          {
            id: 'pattern' as const,
            scope: session,
            covers: { rule },
            text: `Allow calls like ${formatForeignName(rule)} in this session`,
          },
        ]),
    {
      id: 'session',
      scope: session,
      covers: 'tool',
      text: `Allow any arguments of ${whose} in this session`,
    },
    {
      id: 'always',
      scope: 'always',
      covers: 'tool',
      text: `Always allow any arguments of ${whose}, until revoked`,
    },
  ];
}

/** Names, paths and addresses without characters that have a meaning in permission rules. */
const PLAIN_NAME = /^[\w.-]+$/;
const PATH = /^((?:~|\.)?(?:\/[\w@+ -][\w.@+ -]*)+)\/[\w.@+ -]+$/;
const ADDRESS = /^(https?:\/\/[a-z0-9.-]+(?::\d+)?)\/[\w./~-]*$/;

/**
 * Suggests a permission rule for a call whose only argument is a path or a URL: it covers
 * everything below the folder or host.
 */
function suggestRule({ name, arguments: text }: ChosenCall): string | undefined {
  const [argument, ...others] = Object.entries(parseArguments(text) ?? {});
  if (!argument || others.length > 0 || !PLAIN_NAME.test(name)) return undefined;
  const [field, value] = argument;
  if (typeof value !== 'string' || !/^\w+$/.test(field)) return undefined;
  const [, below] = PATH.exec(value) ?? ADDRESS.exec(value) ?? [];
  const isPlain = below !== undefined && !value.split('/').includes('..');
  return isPlain ? `${name}:${field}=${below}/*` : undefined;
}

/** Converts a chosen approval to a decision about a call, with the digest of the call that was shown. */
export function choiceToDecision(
  choice: Pick<ConsentChoice, 'scope' | 'covers'>,
  callId: string,
  digest: string | undefined,
): {
  readonly callId: string;
  readonly approved: true;
  readonly scope: ConsentScope;
  readonly covers?: ConsentCover;
  readonly digest?: string;
} {
  const { scope, covers } = choice;
  return {
    callId,
    approved: true,
    scope,
    ...(scope !== 'once' && { covers }),
    ...(digest !== undefined && { digest }),
  };
}
