const WATCH_MS = 1000;

/**
 * Stops this process cleanly when the npm or launcher that started it is killed. Otherwise Ctrl-C could no longer stop
 * it, and it would keep the port. A process that was started by hand, without npm, may outlive its shell.
 */
export function stopWhenOrphaned(): void {
  const launcher = process.env['AFTERHOURS_LAUNCHER_PID'];
  if (launcher === undefined && process.env['npm_lifecycle_event'] === undefined) return;
  const parent = launcher === undefined ? process.ppid : Number(launcher);
  delete process.env['AFTERHOURS_LAUNCHER_PID'];
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS);
  timer.unref();
}

/** Stops Node's watcher, the parent of this process, and so this process, when `npm run dev` itself is killed. */
export function stopWithDevelopment(): void {
  const pid = Number(process.env['AFTERHOURS_DEV_PID']);
  const timer = setInterval(() => {
    if (isAlive(pid)) return;
    clearInterval(timer);
    process.kill(process.ppid, 'SIGTERM');
  }, WATCH_MS);
  timer.unref();
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
