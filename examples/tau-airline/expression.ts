import { pythonFloat } from './python-text.ts';

/** What the airline's calculator says: the value to two places, or what is wrong. */
export function calculated(expression: string): string {
  if (!/^[0-9+\-*/(). ]*$/.test(expression)) return 'Error: invalid characters in expression';
  const value = valueOf(expression.match(/\d+\.?\d*|\.\d+|[+\-*/()]/g) ?? []);
  if (value === undefined) return 'Error: invalid syntax (<string>, line 1)';
  return Number.isFinite(value) ? pythonFloat(Number(value.toFixed(2))) : 'Error: division by zero';
}

/** Sums of products of signed numbers and brackets; nothing where the tokens are not an expression. */
function valueOf(tokens: readonly string[]): number | undefined {
  let at = 0;

  function sum(): number {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at] === '+' ? 1 : -1;
      at += 1;
      value += sign * product();
    }
    return value;
  }

  function product(): number {
    let value = single();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const isTimes = tokens[at] === '*';
      at += 1;
      const next = single();
      value = isTimes ? value * next : value / next;
    }
    return value;
  }

  function single(): number {
    const token = tokens[at];
    at += 1;
    if (token === '-') return -single();
    if (token === '+') return single();
    if (token !== '(') return token === undefined ? Number.NaN : Number(token);
    const value = sum();
    if (tokens[at] !== ')') return Number.NaN;
    at += 1;
    return value;
  }

  const value = sum();
  return at === tokens.length && !Number.isNaN(value) ? value : undefined;
}
