import { type ImageFolder, imageWidths } from '@afterhours/contract/constants/uploads';

export type Variant = { suffix: string; width: number };

/**
 * Returns the stored sizes of an image that is `width` pixels wide: each smaller step of its folder, and the largest
 * without a suffix.
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

/** Returns an image's storage keys for its public name (`<name>.jpg`) and its stored width. */
export function imageKeys(folder: ImageFolder, filename: string, width: number): string[] {
  const name = filename.replace(/\.jpg$/, '');
  return variantsOf(folder, width).flatMap(({ suffix }) => [
    `${folder}/${name}${suffix}.jpg`,
    `${folder}/${name}${suffix}.webp`,
  ]);
}
