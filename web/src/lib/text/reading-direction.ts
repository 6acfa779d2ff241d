/** Returns 1 where a step to the right leads on, and -1 where texts run from right to left. */
export const stepToTheRight = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

/** Returns the index that an arrow key, Home or End leads to in a row of `count`; arrow keys wrap. */
export function indexAfter(key: string, at: number, count: number): number | undefined {
  const step = stepToTheRight();
  const moves: Record<string, number> = {
    ArrowRight: (at + step + count) % count,
    ArrowLeft: (at - step + count) % count,
    Home: 0,
    End: count - 1,
  };
  return moves[key];
}
