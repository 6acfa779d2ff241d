import type { Background } from './background.ts';

/** The kinds of pictures in posts. `demo/src/pictures/scenes.ts` draws them. */
export const sceneNames = [
  'landscape',
  'still-life',
  'pattern',
  'poster',
  'chart',
  'desk',
  'city',
  'swatches',
] as const;
export type SceneName = (typeof sceneNames)[number];

/** The texts about one craft. The items are parts of sentences, as shown, or sentences that end with a full stop. */
export type Craft = {
  background: Background;
  professions: readonly string[];
  intros: readonly string[];
  /** "I finished {thing}." */
  things: readonly string[];
  /** "… for {client}." */
  clients: readonly string[];
  /** "an evening of {work}" */
  works: readonly string[];
  tips: readonly string[];
  questions: readonly string[];
  snags: readonly string[];
  tags: readonly string[];
  scenes: readonly SceneName[];
  webinars: readonly string[];
  /** "We look for {helper}" */
  helpers: readonly string[];
};
