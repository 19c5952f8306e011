import { StringDecoder } from 'node:string_decoder';
import {
  ReadBuffer,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { omitUndefined } from '#core';
import { startProcess, type ProcessExit, type StartedProcess } from '#engine/processes';
import type { LinkListeners } from '../link-listeners.ts';
import type { EnvironmentTarget } from '../target.ts';

/** A connection to a server that this process starts, over its standard input and output. */
export interface CommandTransport extends Transport {
  /** How the process ended by itself. Undefined while it runs, and after `close`. */
  findExit(): ProcessExit | undefined;
}

type CommandTarget = Extract<EnvironmentTarget, { command: string }>;

export function createCommandTransport(
  { command, args = [], env, cwd, stderr = 'inherit' }: CommandTarget,
  { answerLimit, onStderr }: { readonly answerLimit: number } & Pick<LinkListeners, 'onStderr'>,
): CommandTransport {
  const received = new ReadBuffer({ maxBufferSize: answerLimit });
  let started: Promise<StartedProcess> | undefined;
  let running: StartedProcess | undefined;
  let exit: ProcessExit | undefined;
  let closing: Promise<void> | undefined;

  const transport: CommandTransport = {
    async start() {
      if (started) throw new Error('the transport has already been started');
      started = startProcess(
        { command, args, env: { ...getDefaultEnvironment(), ...env }, ...omitUndefined({ cwd }) },
        { stderr: onStderr ? 'pipe' : stderr },
      );
      const own = await started;
      if (closing) return;
      running = own;
      own.stdout.on('data', readMessages);
      own.stdout.on('error', (error) => transport.onerror?.(error));
      if (onStderr) forwardStderr(own, onStderr);
      void own.ended.then((how) => {
        if (closing) return;
        running = undefined;
        exit = how;
        transport.onclose?.();
      });
    },
    send: (message) => writeMessage(running, message),
    close: () => (closing ??= close()),
    findExit: () => exit,
  };

  async function close(): Promise<void> {
    running = undefined;
    received.clear();
    const ended = started?.then(
      (own) => own.end(),
      () => undefined,
    );
    // Waiting requests are rejected at once, because the process may take some time to end.
    transport.onclose?.();
    await ended;
  }

  function readMessages(piece: Buffer): void {
    try {
      received.append(piece);
    } catch (error) {
      transport.onerror?.(error as Error);
      void transport.close();
      return;
    }
    while (readMessage());
  }

  function readMessage(): boolean {
    try {
      const message = received.readMessage();
      if (message) transport.onmessage?.(message);
      return message !== null;
    } catch (error) {
      transport.onerror?.(error as Error);
      return true;
    }
  }

  return transport;
}

async function writeMessage(
  running: StartedProcess | undefined,
  message: JSONRPCMessage,
): Promise<void> {
  if (!running) throw new SdkError(SdkErrorCode.NotConnected, 'Not connected');
  await new Promise<void>((resolve) => {
    // If the process has ended, the transport closes, and every waiting request is rejected.
    running.stdin.write(serializeMessage(message), () => resolve());
  });
}

function forwardStderr({ stderr }: StartedProcess, onStderr: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  stderr?.on('data', (piece: Buffer) => onStderr(decoder.write(piece)));
}
