import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  Pause,
  Play,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { runPage as words } from '../../texts/runs.ts';

interface ScrubberProps {
  /** How many steps are shown. */
  readonly count: number;
  readonly all: number;
  readonly onGo: (count: number) => void;
}

const stepMs = 700;

/** Back and forth through the steps of a run, by hand or by itself. */
export function Scrubber({ count, all, onGo }: ScrubberProps) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    if (count >= all) return setPlaying(false);
    const timer = setTimeout(() => onGo(count + 1), stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, count, all, onGo]);
  const play = (): void => {
    if (!isPlaying && count >= all) onGo(1);
    setPlaying(!isPlaying);
  };
  const go = (to: number) => (): void => {
    setPlaying(false);
    onGo(to);
  };
  return (
    <div className="flex flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <Knob icon={ChevronFirst} label={words.first} isOff={count <= 1} onPress={go(1)} />
      <Knob icon={ChevronLeft} label={words.previous} isOff={count <= 1} onPress={go(count - 1)} />
      <Knob
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? words.pause : words.play}
        isOff={all < 2}
        onPress={play}
      />
      <Knob icon={ChevronRight} label={words.next} isOff={count >= all} onPress={go(count + 1)} />
      <Knob icon={ChevronLast} label={words.last} isOff={count >= all} onPress={go(all)} />
      <input
        type="range"
        aria-label={words.scrub}
        aria-valuetext={words.step(count, all)}
        min={1}
        max={all}
        value={count}
        onChange={(event) => go(event.target.valueAsNumber)()}
        className="mx-2 min-w-24 grow accent-accent"
      />
      <span className="pr-2 text-sm text-muted tabular-nums">{words.step(count, all)}</span>
    </div>
  );
}

interface KnobProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function Knob({ icon: Icon, label, isOff, onPress }: KnobProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
      className="grid size-9 place-items-center rounded-md text-muted hover:not-disabled:bg-sunken hover:not-disabled:text-text disabled:opacity-40"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
