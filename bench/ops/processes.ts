/** The processor time of processes, as the system counts it. Only Linux provides it in this way. */
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

/** Seconds of processor time of a process, null where that is not available. */
export function readOwnSeconds(pid: number): number | null {
  const stat = readStat(pid);
  return stat && stat.own / TICKS_PER_SECOND;
}

/** The same for the parent of `pid` and all its children: a database server, by one of its sessions. */
export function readFamilySeconds(pid: number): number | null {
  const root = readStat(pid)?.parent;
  const head = root === undefined ? null : readStat(root);
  if (!head || root === undefined) return null;
  let ticks = head.own + head.children;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat?.parent === root) ticks += stat.own;
  }
  return ticks / TICKS_PER_SECOND;
}
