/** Calls `onClosed` once when the reader of this process's output closes the pipe, as `| head` does. */
function onClosedPipe(onClosed: () => void): void {
  let isClosed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!isClosed) onClosed();
    isClosed = true;
  });
}

/** Exits silently when the reader of this process's output closes the pipe. */
export const exitOnClosedPipe = (): void => onClosedPipe(() => process.exit(0));

/** Interrupts this process, as Ctrl+C does, when the reader of its output closes the pipe. */
export const interruptOnClosedPipe = (): void => onClosedPipe(() => process.kill(process.pid, 'SIGINT'));
