import { createRequire } from 'node:module';
import type * as unbash from 'unbash';
import type { Redirection, SyntaxNode, Word } from 'unbash';
import { getHiddenPattern } from './value-pattern.ts';

/** A simple command of a command line, as words without quotes. */
export interface CommandPart {
  readonly words: readonly string[];
  /** Whether the shell replaces a word by file names, as for `*.txt`. */
  readonly hasGlob: boolean;
}

/** A command line, divided into its simple commands. */
export interface CommandLine {
  /** All simple commands, including commands inside of substitutions and compound commands. */
  readonly parts: readonly CommandPart[];
  /** Why the line may do more than run the commands in `parts`. Undefined if it does not. */
  readonly doubt: string | undefined;
}

const loadModule = createRequire(import.meta.url);

/** Parses a command line of a POSIX shell or bash. */
export function readCommandLine(text: string): CommandLine {
  const parts: CommandPart[] = [];
  const doubts: string[] = [];
  if (text.replaceAll(/[\n\t]/g, ' ').search(getHiddenPattern()) !== -1)
    doubts.push('it has hidden characters');
  // The parser is loaded when a permission rule about commands is first applied.
  const { forEachChild, parse } = loadModule('unbash') as typeof unbash;
  const script = parse(text);
  if (script.errors?.length) doubts.push('it cannot be parsed');
  visitSyntaxNode(script);
  return { parts, doubt: doubts[0] };

  function visitSyntaxNode(node: SyntaxNode): void {
    switch (node.type) {
      case 'Command': {
        const words = [node.name, ...node.args].filter((word) => word?.type === 'Word');
        if (node.prefix.some(({ type }) => type === 'Assignment'))
          doubts.push('it sets a variable');
        if (words.length <= node.args.length && node.args.some(({ type }) => type !== 'Word')) {
          doubts.push('it sets a variable');
        }
        if (words.length > 0) {
          parts.push({ words: words.map(({ value }) => value), hasGlob: words.some(hasGlob) });
        }
        doubts.push(
          ...words.flatMap(findWordAmbiguities),
          ...node.redirects.flatMap(listRedirectEffects),
        );
        break;
      }
      case 'Script':
      case 'Statement':
      case 'AndOr':
      case 'Pipeline':
      case 'Negation':
      case 'Time':
        break;
      default:
        if (COMPOUNDS.has(node.type)) doubts.push(`it has a ${describeSyntaxNode(node.type)}`);
    }
    forEachChild(node, visitSyntaxNode);
  }
}

/** Syntax nodes whose commands may run several times, later, or in another process. */
const COMPOUNDS: ReadonlySet<SyntaxNode['type']> = new Set([
  'If',
  'For',
  'ArithmeticFor',
  'Select',
  'While',
  'Subshell',
  'BraceGroup',
  'Case',
  'TestCommand',
  'ArithmeticCommand',
  'Redirected',
  'Function',
  'Coproc',
]);

function describeSyntaxNode(type: string): string {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

const LITERALS: ReadonlySet<string> = new Set([
  'Literal',
  'Glob',
  'SingleQuoted',
  'DoubleQuoted',
  'AnsiCQuoted',
]);

/** Lists the reasons why the shell may replace parts of a word when it runs the command. */
function findWordAmbiguities({ parts = [] }: Word): readonly string[] {
  const inner = parts.flatMap((part) => (part.type === 'DoubleQuoted' ? part.parts : []));
  return [...parts, ...inner]
    .filter(({ type }) => !LITERALS.has(type))
    .map(({ type }) => `it has a ${describeSyntaxNode(type)}`);
}

function hasGlob({ parts = [] }: Word): boolean {
  return parts.some(({ type }) => type === 'Glob' || type === 'ExtendedGlob');
}

/** Lists the reasons why a redirection may have an effect: only `/dev/null` and copies such as `2>&1` have none. */
function listRedirectEffects(redirect: Redirection): readonly string[] {
  if (redirect.type === 'HereDoc') {
    return redirect.delimiter?.quoted === true ? [] : ['it has a text that the shell expands'];
  }
  if (redirect.type === 'HereString') return ['it has a text that the shell expands'];
  const target = redirect.target?.value ?? '';
  const isCopy = /^[<>]&$/.test(redirect.operator) && /^\d+$/.test(target);
  return isCopy || target === '/dev/null' ? [] : [`it redirects to ${target || 'a file'}`];
}
