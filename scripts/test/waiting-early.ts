import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of servers that are started, killed and started again: each takes half a minute, mostly of waiting. */
const WAITING = /\/(?:killed-\w+|two-servers|several-servers|many-notices|restore|full-disk)\.test\.ts$/;
/** One of them is begun after each few others, so that the processor has work meanwhile. */
const OTHERS_BETWEEN = 5;

/** Spreads the files that wait over the beginning; all others keep their order. */
export function spreadWaiting<File extends { moduleId: string }>(files: readonly File[]): File[] {
  const isWaiting = ({ moduleId }: File) => WAITING.test(moduleId);
  const waiting = files.filter(isWaiting);
  const spread = files
    .filter((file) => !isWaiting(file))
    .flatMap((file, place) => {
      const next = place % OTHERS_BETWEEN === 0 ? waiting.shift() : undefined;
      return next ? [next, file] : [file];
    });
  return [...spread, ...waiting];
}

/** The usual order, largest files first, would begin these small files last, and all workers but one would wait. */
export class WaitingEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spreadWaiting(await super.sort(files));
  }
}
