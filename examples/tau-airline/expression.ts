import { formatPythonFloat } from './python-text.ts';

/**
 * Returns the result of the airline's calculator: the value with two decimals, or an error text.
 */
export function calculate(expression: string): string {
  if (!/^[0-9+\-*/(). ]*$/.test(expression)) return 'Error: invalid characters in expression';
  const value = evaluateTokens(expression.match(/\d+\.?\d*|\.\d+|[+\-*/()]/g) ?? []);
  if (value === undefined) return 'Error: invalid syntax (<string>, line 1)';
  return Number.isFinite(value)
    ? formatPythonFloat(Number(value.toFixed(2)))
    : 'Error: division by zero';
}

/**
 * Evaluates sums of products of signed numbers and brackets; undefined if the tokens are not an
 * expression.
 */
function evaluateTokens(tokens: readonly string[]): number | undefined {
  let at = 0;

  function parseSum(): number {
    let value = parseProduct();
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at] === '+' ? 1 : -1;
      at += 1;
      value += sign * parseProduct();
    }
    return value;
  }

  function parseProduct(): number {
    let value = parseOperand();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const isTimes = tokens[at] === '*';
      at += 1;
      const next = parseOperand();
      value = isTimes ? value * next : value / next;
    }
    return value;
  }

  function parseOperand(): number {
    const token = tokens[at];
    at += 1;
    if (token === '-') return -parseOperand();
    if (token === '+') return parseOperand();
    if (token !== '(') return token === undefined ? Number.NaN : Number(token);
    const value = parseSum();
    if (tokens[at] !== ')') return Number.NaN;
    at += 1;
    return value;
  }

  const value = parseSum();
  return at === tokens.length && !Number.isNaN(value) ? value : undefined;
}
