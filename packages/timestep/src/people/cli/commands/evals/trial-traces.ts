import {
  buildGradesSpan,
  createSpanSender,
  buildTrialSpans,
  type GradedSpan,
  type TracedTrial,
} from '#protocols/trace';
import type { CommandContext } from '../../command.ts';
import { createErrorWriter } from '../../output/error-writer.ts';
import { isTracingConfigured } from '../../backends/observed-backend.ts';

interface TrialTraceExporter {
  readonly onTraced: (trial: TracedTrial) => void;
  readonly onGraded: (graded: GradedSpan) => void;
  readonly end: () => Promise<void>;
}

/** Maximum time in milliseconds for sending the last traces after a run. */
const GRACE_MS = 5000;

/** Opens an exporter for traces of trials if the environment variables configure it. */
export async function openTrialTraceExporter(
  context: CommandContext,
): Promise<TrialTraceExporter | undefined> {
  const { env, version, writeError } = context;
  if (!isTracingConfigured(env)) return undefined;
  const { systemClock } = await import('#engine/runner');
  const sender = await createSpanSender({
    env,
    version,
    clock: systemClock,
    onError: createErrorWriter(writeError),
  });
  return (
    sender && {
      onTraced: (trial) => sender.send(buildTrialSpans(trial, sender.spanOptions)),
      onGraded(graded) {
        const span = buildGradesSpan(graded, sender.spanOptions);
        if (span) sender.send([span]);
      },
      end: () => sender.close(GRACE_MS),
    }
  );
}

export async function waitForRunAndTraces<T>(
  running: Promise<T>,
  traces: TrialTraceExporter | undefined,
): Promise<T> {
  try {
    return await running;
  } finally {
    await traces?.end();
  }
}
