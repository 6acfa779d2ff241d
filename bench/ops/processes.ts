/** The processor time of processes, from /proc, which only Linux has. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

type Stat = { parent: number; own: number; children: number };

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (place: number): number => fields[place] ?? 0;
    return { parent: at(1), own: at(11) + at(12), children: at(13) + at(14) };
  } catch {
    return null;
  }
}

/** Returns the seconds of processor time of a process; null where they are not available. */
export function readProcessSeconds(pid: number): number | null {
  const stat = readStat(pid);
  return stat && stat.own / TICKS_PER_SECOND;
}

/** Returns the same for the database server of a session: its parent process and all children of that process. */
export function readDatabaseSeconds(sessionPid: number): number | null {
  const parent = readStat(sessionPid)?.parent;
  const parentStat = parent === undefined ? null : readStat(parent);
  if (!parentStat || parent === undefined) return null;
  let ticks = parentStat.own + parentStat.children;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat?.parent === parent) ticks += stat.own;
  }
  return ticks / TICKS_PER_SECOND;
}
