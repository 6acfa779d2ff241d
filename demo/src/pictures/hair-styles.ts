import { circle, type Palette, path } from './palette.ts';

export type Gender = 'female' | 'male';
export type Face = { skin: string; hair: string; palette: Palette };

/** Draws the shapes behind and in front of the head, around a face that is centred in 512 by 512. */
export type HairStyle = { genders: readonly Gender[]; draw(face: Face): { back: string; front: string } };

const both: readonly Gender[] = ['female', 'male'];
const cap = (hair: string, d: string) => path(d, hair);

export const hairStyles: readonly HairStyle[] = [
  // short, parted
  {
    genders: both,
    draw: ({ hair }) => ({
      back: '',
      front: cap(
        hair,
        'M158 236 C150 120 220 92 262 96 C330 92 366 140 354 238 C346 200 330 178 300 170 C250 176 214 168 196 150 ' +
          'C176 172 164 200 158 236 Z',
      ),
    }),
  },
  // long
  {
    genders: ['female'],
    draw: ({ hair }) => ({
      back: path('M140 250 C128 110 206 78 256 78 C306 78 384 110 372 250 L384 430 C340 452 172 452 128 430 Z', hair),
      front: cap(
        hair,
        'M158 240 C156 150 206 118 262 116 C316 116 356 150 354 240 C340 196 300 164 268 158 C230 176 180 190 158 ' +
          '240 Z',
      ),
    }),
  },
  // bun
  {
    genders: ['female'],
    draw: ({ hair }) => ({
      back: circle(256, 82, 50, hair),
      front: cap(
        hair,
        'M156 232 C154 138 204 106 256 106 C308 106 358 138 356 232 C336 178 300 158 256 158 C212 158 176 178 156 ' +
          '232 Z',
      ),
    }),
  },
  // curls
  {
    genders: both,
    draw: ({ hair }) => ({
      back: [
        [150, 190],
        [160, 140],
        [200, 104],
        [256, 90],
        [312, 104],
        [352, 140],
        [362, 190],
        [366, 236],
        [146, 236],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 46, hair))
        .join(''),
      front: [
        [190, 146],
        [236, 132],
        [284, 134],
        [326, 152],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 30, hair))
        .join(''),
    }),
  },
  // bob
  {
    genders: ['female'],
    draw: ({ hair }) => ({
      back: path(
        'M136 330 C124 130 196 84 256 84 C316 84 388 130 376 330 C352 344 330 340 322 330 L190 330 C182 340 160 344 ' +
          '136 330 Z',
        hair,
      ),
      front: cap(hair, 'M160 214 C166 140 210 112 256 112 C302 112 346 140 352 214 C320 196 192 196 160 214 Z'),
    }),
  },
  // shaved
  {
    genders: ['male'],
    draw: ({ hair }) => ({
      back: '',
      front: path(
        'M160 226 C158 136 210 108 256 108 C302 108 354 136 352 226 C340 172 304 150 256 150 C208 150 172 172 160 ' +
          '226 Z',
        hair,
        'opacity="0.75"',
      ),
    }),
  },
  // headscarf
  {
    genders: ['female'],
    draw: ({ palette }) => ({
      back: path(
        'M128 262 C116 116 196 72 256 72 C316 72 396 116 384 262 C392 360 360 440 256 452 C152 440 120 360 128 262 Z',
        palette.main,
      ),
      front: `<path fill-rule="evenodd" fill="${palette.main}" d="M142 262 C132 132 200 92 256 92 C312 92 380 132 370
        262 C366 340 320 390 256 392 C192 390 146 340 142 262 Z M172 256 C172 330 214 364 256 364 C298 364 340 330 340
          256 C340 188 304 150 256 150 C208 150 172 188 172 256 Z"/>`,
    }),
  },
  // beret
  {
    genders: both,
    draw: ({ hair, palette }) => ({
      back: path('M144 300 C136 160 200 110 256 110 C312 110 376 160 368 300 L344 320 L168 320 Z', hair),
      front: path('M130 186 C112 96 210 60 286 70 C372 78 404 140 376 182 C330 158 196 156 130 186 Z', palette.second),
    }),
  },
  // bald
  { genders: ['male'], draw: () => ({ back: '', front: '' }) },
];
