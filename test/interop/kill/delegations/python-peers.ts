import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pythonOf, type PythonSet } from '../../clients/client-sets.ts';
import {
  PEER_POINTS,
  WORK_MS,
  type AtPoint,
  type PeerKind,
  type PeerPoint,
  type StockPeer,
} from './stock-peer.ts';

/** Peers made with the official SDKs of Python, which `npm run install:clients` installs. */
export const PYTHON_PEERS: readonly PeerKind[] = [
  {
    name: 'python-1',
    canBeAsked: true,
    start: (at) => startPeer(at, 'a2a-1-mcp-1', 'peer_1.py'),
  },
  {
    name: 'python-0.3',
    canBeAsked: false,
    start: (at) => startPeer(at, 'a2a-0-3-mcp-2', 'peer_0_3.py'),
  },
];

/** The program prints its address, then `point text` at each point, and waits for a line to go on. */
async function startPeer(at: AtPoint, set: PythonSet, file: string): Promise<StockPeer> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(pythonOf(set), [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', WORK_MS: String(WORK_MS) },
  });
  const works = new Map<string, number>();
  const address = Promise.withResolvers<string>();
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line.startsWith('http')) return address.resolve(line);
    const [point = '', ...words] = line.split(' ');
    const text = words.join(' ');
    if (!isPoint(point)) return;
    void at(point).then(() => {
      if (point === 'executing') works.set(text, (works.get(text) ?? 0) + 1);
      child.stdin.write(`${point}\n`);
    });
  });
  child.once('exit', () => address.reject(new Error(`${file} ended before it listened`)));
  const url = await address.promise;
  return {
    url,
    works,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function isPoint(text: string): text is PeerPoint {
  return PEER_POINTS.some((point) => point === text);
}
