/**
 * Whether something is asked for again: what is read once by somebody who scrolls far is not worth the place of what
 * many read, and the collector frees at no cost what is never kept. Remembers the names of what was asked for lately.
 */
export function createAdmission(size: number): (name: string) => boolean {
  let recent = new Set<string>();
  let before = new Set<string>();
  return (name) => {
    if (recent.has(name)) return true;
    const known = before.has(name);
    recent.add(name);
    if (recent.size >= size) {
      before = recent;
      recent = new Set();
    }
    return known;
  };
}
