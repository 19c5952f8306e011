import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyMessage } from '@agentclientprotocol/sdk';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Sent } from './editor.ts';

interface Definition {
  readonly 'x-method'?: string;
  readonly 'x-side'?: 'agent' | 'client' | 'protocol';
}

/** Validates messages with the published schema of protocol version 1. */
export interface WireSchema {
  /** Errors of all messages; empty if all are valid. */
  readonly mistakesIn: (wire: readonly Sent[]) => string[];
  /** Names of the definitions that messages were validated with. */
  readonly used: ReadonlySet<string>;
}

export function wireSchema(): WireSchema {
  const path = import.meta.resolve('@agentclientprotocol/sdk/schema/v1/schema.json');
  const schema = JSON.parse(readFileSync(fileURLToPath(path), 'utf8')) as {
    readonly $defs: Readonly<Record<string, Definition>>;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(schema, 'acp');
  const used = new Set<string>();
  const definitionOf = (method: string, ending: RegExp): string | undefined =>
    Object.keys(schema.$defs).find(
      (name) => schema.$defs[name]?.['x-method'] === method && ending.test(name),
    );
  const check = (name: string | undefined, value: unknown, what: string): string[] => {
    if (name === undefined) return [`${what} is not in the schema`];
    used.add(name);
    const validate: ValidateFunction | undefined = ajv.getSchema(`acp#/$defs/${name}`);
    if (validate === undefined) return [`${name} cannot be compiled`];
    return validate(value) ? [] : [`${what}: ${ajv.errorsText(validate.errors)}`];
  };
  return {
    used,
    mistakesIn(wire) {
      const asked = new Map<string, string>();
      return wire.flatMap(({ by, message }) => {
        const id = JSON.stringify('id' in message ? message.id : null);
        if ('method' in message) {
          const { method, params } = message;
          const isRequest = 'id' in message;
          if (isRequest) asked.set(`${by} ${id}`, method);
          const ending = isRequest ? /Request$/ : /Notification$/;
          return check(definitionOf(method, ending), params, `${method} of the ${by}`);
        }
        const method = asked.get(`${by === 'agent' ? 'client' : 'agent'} ${id}`) ?? '';
        const what = `the answer to ${method}`;
        if ('error' in message) return check('Error', message.error, what);
        return check(definitionOf(method, /Response$/), resultOf(message), what);
      });
    },
  };
}

function resultOf(message: AnyMessage): unknown {
  return 'result' in message ? message.result : undefined;
}
