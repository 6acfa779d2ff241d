/** Returns a number with the words that follow it in English: `1 file`, `2 files`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
