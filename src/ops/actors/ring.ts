import type { SoundEvent } from '#machines/ops/shift.machine.ts';
import { type EventObject, fromCallback } from 'xstate';

/** ms between two rings */
const EVERY = 2_400;
let audio: AudioContext | null = null;

/** Begins the sound within the tap that asks for it: a browser plays nothing before one. */
export function armSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

/** Two tones, the second higher, as a door has them. */
function chime(context: AudioContext): void {
  for (const [at, frequency] of [
    [0, 660],
    [0.28, 880],
  ] as const) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    const begin = context.currentTime + at;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0.0001, begin);
    gain.gain.exponentialRampToValueAtTime(0.4, begin + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.55);
  }
}

/** Rings until it is stopped; where the browser took the sound away, it says so. */
export const ring = fromCallback<EventObject, unknown, SoundEvent>(({ sendBack }) => {
  const once = () => {
    if (audio?.state === 'running') chime(audio);
    else sendBack({ type: 'sound.muted' });
  };
  once();
  const timer = setInterval(once, EVERY);
  return () => clearInterval(timer);
});
