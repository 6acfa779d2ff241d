import type { Random } from '../random.ts';
import { type Face, type Gender, hairStyles } from './hair-styles.ts';
import { circle, ellipse, ink, type Palette, path, pickPalette, rect, svg } from './palette.ts';

const PORTRAIT = 512;

const skins = ['#f3d3b6', '#e5b68f', '#d19a6c', '#b27a4d', '#8b5a38', '#6a4029', '#f0c9a8', '#53331f'];
const hairs = ['#211c1e', '#3a2720', '#5b3a24', '#8a5a2e', '#b98545', '#cfcac2', '#7b2f22', '#17202b'];

const glasses = (color: string) =>
  `<g fill="none" stroke="${color}" stroke-width="7"><circle cx="216" cy="250" r="31"/><circle cx="296" cy="250"
    r="31"/><path d="M247 246 Q256 240 265 246"/></g>`;
const beard = (hair: string) =>
  path(
    'M164 262 C166 352 212 380 256 382 C300 380 346 352 348 262 C338 300 316 314 296 308 C272 298 240 298 216 308 ' +
      'C196 314 174 300 164 262 Z',
    hair,
  );

function features(random: Random, { skin, hair }: Face): string {
  const dark = skin === '#53331f' || skin === '#6a4029' ? '#1c1210' : ink;
  const smile = random.pick(['M224 316 Q256 344 288 316', 'M232 318 Q256 332 282 314', 'M230 320 Q256 328 282 320']);
  const brow = random.between(0, 6);
  return [
    circle(216, 252, 8, dark),
    circle(296, 252, 8, dark),
    `<g fill="none" stroke="${hair}" stroke-width="8" stroke-linecap="round"><path d="M196 ${222 - brow} Q216
      ${212 - brow} 236 ${222 - brow}"/><path d="M276 ${222 - brow} Q296 ${212 - brow} 316 ${222 - brow}"/></g>`,
    `<g fill="none" stroke="${dark}" stroke-width="6" stroke-linecap="round"><path d="M256 262 L250 288 L260 288"
      opacity="0.45"/><path d="${smile}"/></g>`,
    circle(196, 292, 17, '#d9543f', 'opacity="0.14"'),
    circle(316, 292, 17, '#d9543f', 'opacity="0.14"'),
  ].join('');
}

function clothes(random: Random, palette: Palette, skin: string): string {
  const body = path('M60 512 C66 420 150 392 206 382 L306 382 C362 392 446 420 452 512 Z', palette.main);
  const neck =
    path('M214 330 L298 330 L302 400 C280 428 232 428 210 400 Z', skin) +
    path('M216 352 C240 378 272 378 296 352 L298 366 C276 392 236 392 214 366 Z', ink, 'opacity="0.16"');
  const collar = random.pick([
    path('M200 384 L256 452 L312 384 L330 394 L268 500 L244 500 L182 394 Z', palette.soft),
    path('M196 388 C220 436 292 436 316 388 L328 394 C300 456 212 456 184 394 Z', palette.deep),
    [0, 1, 2, 3]
      .map((line) =>
        path(
          `M${70 + line * 6} ${470 + line * 14} L${442 - line * 6} ${470 + line * 14} L${442 - line * 6} ` +
            `${476 + line * 14} L${70 + line * 6} ${476 + line * 14} Z`,
          palette.soft,
        ),
      )
      .join(''),
  ]);
  return body + neck + collar;
}

function backdrop(random: Random, palette: Palette): string {
  const shape = random.pick([
    circle(random.between(120, 390), random.between(120, 260), random.between(120, 210), palette.soft),
    rect(random.between(-60, 180), 0, random.between(150, 280), 512, palette.soft),
    path(`M0 ${random.between(180, 330)} L512 ${random.between(60, 220)} L512 512 L0 512 Z`, palette.soft),
    [0, 1, 2, 3, 4].map((ring) => circle(256, 270, 330 - ring * 52, ring % 2 ? palette.ground : palette.soft)).join(''),
  ]);
  return rect(0, 0, PORTRAIT, PORTRAIT, palette.ground) + shape;
}

/** Draws a portrait of 512 by 512. */
export function drawPortrait(random: Random, gender: Gender): string {
  const palette = pickPalette(random);
  const face: Face = { skin: random.pick(skins), hair: random.pick(hairs), palette };
  const { back, front } = random.pick(hairStyles.filter((style) => style.genders.includes(gender))).draw(face);
  const bearded = gender === 'male' && random.chance(0.4);
  return svg(
    PORTRAIT,
    PORTRAIT,
    [
      backdrop(random, palette),
      back,
      clothes(random, palette, face.skin),
      ellipse(160, 262, 18, 26, face.skin),
      ellipse(352, 262, 18, 26, face.skin),
      path(
        'M162 236 C162 150 208 122 256 122 C304 122 350 150 350 236 C350 318 306 372 256 372 C206 372 162 318 162 ' +
          '236 Z',
        face.skin,
      ),
      bearded ? beard(face.hair) : '',
      features(random, face),
      front,
      random.chance(0.28) ? glasses(random.pick([ink, palette.deep, '#7b2f22'])) : '',
    ].join(''),
  );
}
