/**
 * Tells repeated requests from first ones. A page requested once, by a viewer who scrolls far, should not displace
 * pages that many request, and values that are never cached cost the garbage collector little. Stores the names of
 * recent requests.
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
