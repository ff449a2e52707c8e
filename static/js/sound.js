// Short sounds, made here of noise and tones. There is none before a tap, and none for who has not asked for them.
import { settings } from "./settings.js";

/** @typedef {"shuffle"|"card"|"call"|"answer"|"turn"|"clock"|"won"|"lost"} Sound */
/** @typedef {{at?: number, length: number, gain: number}} Part  seconds, and loudness from 0 to 1 */

const QUIET = 0.5;
const NOTE_C = 523.25;
const NOTE_G = 783.99;

/** @type {AudioContext|null} */
let audio = null;
/** @type {AudioBuffer|null} */
let hiss = null;

/** After a tap or a key the browser lets a page be heard. */
function wake() {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}
for (const touch of ["pointerdown", "keydown"]) globalThis.addEventListener?.(touch, wake, true);

/** @param {AudioContext} audio */
function noise(audio) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return hiss;
}

/** Something that is loud at once and dies away. @param {AudioContext} audio @param {Part} part */
function fading(audio, { at = 0, length, gain }) {
  const start = audio.currentTime + at;
  const level = audio.createGain();
  level.gain.setValueAtTime(gain * QUIET, start);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  level.connect(audio.destination);
  return { start, end: start + length, level };
}

/** Paper: a rustle around a pitch. @param {AudioContext} audio @param {Part & {pitch: number}} part */
function rustle(audio, part) {
  const { start, end, level } = fading(audio, part);
  const source = new AudioBufferSourceNode(audio, { buffer: noise(audio) });
  source
    .connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: part.pitch, Q: 0.8 }))
    .connect(level);
  source.start(start, Math.random() * 0.3);
  source.stop(end);
}

/** A tone that may fall or rise. @param {AudioContext} audio @param {Part & {pitch: number, to?: number, wave?: OscillatorType}} part */
function tone(audio, part) {
  const { start, end, level } = fading(audio, part);
  const source = new OscillatorNode(audio, { type: part.wave ?? "sine", frequency: part.pitch });
  if (part.to) source.frequency.exponentialRampToValueAtTime(part.to, end);
  source.connect(level);
  source.start(start);
  source.stop(end);
}

/** A knuckle on the table. @param {AudioContext} audio @param {number} at @param {number} gain */
function knock(audio, at, gain) {
  tone(audio, { at, length: 0.13, gain, pitch: 210, to: 85, wave: "triangle" });
  rustle(audio, { at, length: 0.04, gain: gain * 0.5, pitch: 900 });
}

/** @type {Record<Sound, (audio: AudioContext) => void>} */
const SOUNDS = {
  shuffle: (audio) => {
    for (let i = 0; i < 12; i++)
      rustle(audio, { at: i * 0.055, length: 0.05, gain: 0.22, pitch: 2600 + (i % 3) * 500 });
  },
  card: (audio) => {
    rustle(audio, { length: 0.06, gain: 0.35, pitch: 2200 });
    tone(audio, { at: 0.02, length: 0.09, gain: 0.4, pitch: 150, to: 70 });
  },
  call: (audio) => {
    knock(audio, 0, 0.9);
    knock(audio, 0.14, 0.7);
  },
  answer: (audio) => knock(audio, 0, 0.5),
  turn: (audio) => {
    tone(audio, { length: 0.16, gain: 0.25, pitch: NOTE_C });
    tone(audio, { at: 0.11, length: 0.24, gain: 0.25, pitch: NOTE_G });
  },
  clock: (audio) => tone(audio, { length: 0.03, gain: 0.2, pitch: 1800, wave: "square" }),
  won: (audio) => {
    for (const [i, step] of [1, 1.25, 1.5, 2].entries())
      tone(audio, { at: i * 0.12, length: 0.35, gain: 0.25, pitch: NOTE_C * step });
  },
  lost: (audio) => {
    for (const [i, step] of [1, 0.84, 0.67].entries())
      tone(audio, { at: i * 0.18, length: 0.4, gain: 0.22, pitch: NOTE_C * step });
  },
};

/** Lets sounds be heard, if they are wanted and may be. @param {Iterable<Sound>} sounds */
export function sound(sounds) {
  if (!settings.sound || audio?.state !== "running") return;
  for (const one of sounds) SOUNDS[one](audio);
}

/** The switch was turned on: the tap that did so is the one that the browser asks for. */
export function soundOn() {
  wake();
  audio?.resume().then(() => sound(["turn"]));
}
