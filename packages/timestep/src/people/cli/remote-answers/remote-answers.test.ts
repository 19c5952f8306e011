import { describe, expect, it } from 'vitest';
import { PEERS } from './peers.fixture.ts';
import { askByCommand, relayPeer, SURFACES } from './surfaces.fixture.ts';

describe.each(Object.entries(PEERS))('of %s', (_name, peer) => {
  it.each(Object.entries(SURFACES))('%s streams the text that is final', async (way, ask) => {
    const { answer, beside } = peer;
    const isBeside = way === 'Chat Completions' && beside !== undefined;
    const text = isBeside ? `${answer}\n${beside}` : answer;
    expect(await ask(await relayPeer(peer))).toEqual({ streamed: text, final: text });
  });

  it('the command prints the answer once, and each question', async () => {
    const { answer, events } = peer;
    const end = events.at(-1);
    const asks = end && 'state' in end && end.state === 'input-required';
    const { stdout, stderr } = await askByCommand(await relayPeer(peer));
    const asked = stderr.includes(`${answer.split('\n').at(-1)}" requires an answer`);
    expect({ asked, stdout }).toEqual(
      asks ? { asked: true, stdout } : { asked: false, stdout: `${answer}\n` },
    );
  });
});
