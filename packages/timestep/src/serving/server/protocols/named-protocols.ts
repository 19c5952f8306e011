import type { Protocol } from '../routing/mount.ts';
import { a2aProtocol } from './a2a.ts';
import { aguiProtocol } from './agui.ts';
import { responsesProtocol } from './responses.ts';

export type ProtocolName = 'a2a' | 'agui' | 'responses';

export const NAMED_PROTOCOLS: Readonly<Record<ProtocolName, Protocol>> = {
  a2a: a2aProtocol,
  agui: aguiProtocol,
  responses: responsesProtocol,
};
