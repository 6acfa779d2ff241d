const SYLLABLES = 'ka,lo,mi,ra,ten,sho,bel,dor,vin,ga,pe,sun,tor,ali,ben,cor,eli,fen,ju,ny'.split(',');

/** Returns the n-th invented name: always the same, and unlike its neighbours. */
function nameOf(place: number): string {
  let name = '';
  for (let rest = place + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? '';
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const listNames = (count: number): string[] => Array.from({ length: count }, (_, place) => nameOf(place));
