/** The drawings of a community: their sources, and the files that are made of them. */
import path from 'node:path';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import { sceneNames } from '../content/craft.ts';
import { createRandom } from '../random.ts';
import { drawCover } from './covers.ts';
import { type EncodedImage, encodeDrawing } from './encode.ts';
import { svg } from './palette.ts';
import { drawPortrait } from './portraits.ts';
import { scenes } from './scenes.ts';

const PORTRAITS_PER_GENDER = 30;
const COVERS = 12;
const PICTURES_PER_SCENE = 7;

/** `source` is an SVG. */
type Drawing = { kind: string; number: number; folder: ImageFolder; source: string; alt: string };

/** Returns all drawings. The same seed gives the same drawings. */
export function listDrawings(seed: string): Drawing[] {
  const random = createRandom(`${seed}/drawings`);
  const drawings: Drawing[] = [];
  for (const kind of ['female', 'male'] as const) {
    for (let number = 0; number < PORTRAITS_PER_GENDER; number++)
      drawings.push({ kind, number, folder: 'users', source: drawPortrait(random, kind), alt: '' });
  }
  for (let number = 0; number < COVERS; number++)
    drawings.push({ kind: 'cover', number, folder: 'users', source: drawCover(random, number), alt: '' });
  for (const kind of sceneNames) {
    for (let number = 0; number < PICTURES_PER_SCENE; number++) {
      const { width, height, shapes, alt } = scenes[kind](random);
      drawings.push({ kind, number, folder: 'post', source: svg(width, height, shapes), alt });
    }
  }
  return drawings;
}

/** Writes the files of a drawing into the folder `target`. */
export const writeDrawing = ({ kind, number, folder, source, alt }: Drawing, target: string): Promise<EncodedImage> =>
  encodeDrawing(source, folder, alt, path.join(target, `${kind}-${number}`));
