import { Pause, Play } from '../../icons/icons.ts';
import { formatDuration } from '../values/formats.ts';
import type { Playback } from './use-playback.ts';

const SPEEDS = [1, 10] as const;

/** Controls of the playback: play, speed, and a slider over the time of the run. */
export function PlayBar({ playback }: { playback: Playback }) {
  const { at, isPlaying, speed, start, end, seek, play, setSpeed } = playback;
  const Icon = isPlaying ? Pause : Play;
  return (
    <div role="group" aria-label="Playback" className="flex items-center gap-2 text-xs text-muted">
      <button
        type="button"
        aria-label={isPlaying ? 'Pause' : 'Play the run back'}
        className="grid size-7 place-items-center rounded-full border border-line text-text hover:bg-hover"
        onClick={() => play(!isPlaying)}
      >
        <Icon aria-hidden="true" size={13} />
      </button>
      <input
        type="range"
        aria-label="Position in the run"
        aria-valuetext={formatDuration((at ?? end) - start)}
        min={0}
        max={Math.max(1, end - start)}
        value={(at ?? end) - start}
        onChange={({ currentTarget: { valueAsNumber } }) => seek(start + valueAsNumber)}
        className="h-1 w-32 accent-accent"
      />
      <span className="w-14 tabular-nums">
        {at === undefined ? 'now' : formatDuration(at - start)}
      </span>
      {SPEEDS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={speed === one}
          className="rounded-sm px-1.5 py-0.5 tabular-nums hover:bg-hover aria-pressed:bg-chosen aria-pressed:text-text"
          onClick={() => setSpeed(one)}
        >
          {one}×
        </button>
      ))}
    </div>
  );
}
