import { type ImageFolder, imageWidths } from '@afterhours/contract/constants/uploads';

export type Variant = { suffix: string; width: number };

/**
 * The stored sizes of an image of `width` pixels: each smaller step of its folder, and the largest without a suffix.
 */
export function variantsOf(folder: ImageFolder, width: number): Variant[] {
  const steps: readonly number[] = imageWidths[folder];
  const largest = Math.min(width, steps.at(-1) ?? width);
  const smaller = folder === 'users' ? steps.slice(0, -1) : steps.filter((step) => step < largest);
  return [
    ...smaller.map((step) => ({ suffix: `-${step}`, width: Math.min(step, largest) })),
    { suffix: '', width: largest },
  ];
}

/** The storage keys of an image, given its public name (`<name>.jpg`) and its stored width. */
export function imageKeys(folder: ImageFolder, filename: string, width: number): string[] {
  const name = filename.replace(/\.jpg$/, '');
  return variantsOf(folder, width).flatMap(({ suffix }) => [
    `${folder}/${name}${suffix}.jpg`,
    `${folder}/${name}${suffix}.webp`,
  ]);
}
