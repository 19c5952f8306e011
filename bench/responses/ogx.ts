/**
 * OGX's server, `ogx.ts <program> <model>`: its Responses API with a model at that address, on
 * SQLite files.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProgram } from '../durable/servers/child-server.ts';
import { readCpuTime } from '../durable/servers/cpu-of.ts';
import { reportTo } from '../process/measured-server.ts';

const [program = '', model = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'timestep-bench-'));
const config = join(folder, 'config.json');
const port = await freePort();

/**
 * The smallest configuration that starts: inference, responses, and their requirements. JSON is
 * valid YAML.
 */
const sql = (table_name: string) => ({ table_name, backend: 'sql_default' });
const settings = {
  version: 2,
  distro_name: 'bench',
  apis: ['files', 'inference', 'responses', 'tool_runtime', 'vector_io'],
  providers: {
    inference: [
      {
        provider_id: 'echo',
        provider_type: 'remote::vllm',
        config: { base_url: model, max_tokens: 4096, api_token: 'none' },
      },
    ],
    files: [
      {
        provider_id: 'localfs',
        provider_type: 'inline::localfs',
        config: { storage_dir: join(folder, 'files'), metadata_store: sql('files') },
      },
    ],
    vector_io: [],
    tool_runtime: [],
    responses: [
      {
        provider_id: 'builtin',
        provider_type: 'inline::builtin',
        config: { persistence: { responses: sql('responses') } },
      },
    ],
  },
  storage: {
    backends: {
      kv_default: { type: 'kv_sqlite', db_path: join(folder, 'kv.db') },
      sql_default: { type: 'sql_sqlite', db_path: join(folder, 'sql.db') },
    },
    stores: {
      metadata: { namespace: 'registry', backend: 'kv_default' },
      inference: sql('inference_store'),
      conversations: sql('openai_conversations'),
      prompts: sql('prompts'),
      connectors: sql('connectors'),
    },
  },
  registered_resources: { models: [] },
  server: { port, host: '127.0.0.1' },
};
writeFileSync(config, JSON.stringify(settings));

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const url = `http://127.0.0.1:${port}`;
const env = { ...process.env, HOME: folder };
const { pid } = await startProgram(
  program,
  ['run', '--insecure', config],
  { env },
  isReady,
  120_000,
);
reportTo(`${url}/v1/responses`, { cpuUs: () => readCpuTime(pid), rssMb: () => readRssMb(pid) });

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${url}/v1/models`)).ok;
  } catch {
    return false;
  }
}

function readRssMb(id: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
