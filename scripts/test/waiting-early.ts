import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start, kill and restart servers: each takes up to half a minute, most of it waiting. */
const WAITING = /\/(?:killed-\w+|two-servers|several-servers|many-pushes|restore|full-disk)\.test\.ts$/;
/** One waiting file starts after this many others, so that the processor has work while it waits. */
const OTHERS_BETWEEN = 5;

/** Distributes the waiting files over the start of the run. All other files keep their order. */
export function spreadWaiting<File extends { moduleId: string }>(files: readonly File[]): File[] {
  const isWaiting = ({ moduleId }: File) => WAITING.test(moduleId);
  const waiting = files.filter(isWaiting);
  const spread = files
    .filter((file) => !isWaiting(file))
    .flatMap((file, index) => {
      const next = index % OTHERS_BETWEEN === 0 ? waiting.shift() : undefined;
      return next ? [next, file] : [file];
    });
  return [...spread, ...waiting];
}

/** Vitest starts the largest files first, so these small ones would run last, while most workers are idle. */
export class WaitingEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spreadWaiting(await super.sort(files));
  }
}
