import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The system's facts about a process. `startedAt` distinguishes two processes with the same id. */
export type ProcessFacts = { startedAt: string; zombie: boolean; command: string };

/**
 * Returns the facts about the process with this id, or undefined if there is none. The words of `command` are separated
 * by spaces.
 */
export function probeProcess(pid: number): ProcessFacts | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return existsSync('/proc/self/stat') ? probeProc(pid) : probePs(pid);
}

function probeProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses and may contain anything; the fields after the last one are regular.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
    return { startedAt: fields[19] ?? '', zombie: fields[0] === 'Z' || fields[0] === 'X', command };
  } catch {
    return undefined;
  }
}

function probePs(pid: number): ProcessFacts | undefined {
  try {
    const read = (column: string) =>
      execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
    return { startedAt: read('lstart'), zombie: read('stat').startsWith('Z'), command: read('command') };
  } catch {
    return undefined;
  }
}
