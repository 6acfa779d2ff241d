/** The files that one tab has sent leave the same unsent message in the member's other tabs. */
const CHANNEL = 'sent files';

type Sent = { name: string; files: string[] };

const idOf = ({ name, size, lastModified }: File): string => JSON.stringify([name, size, lastModified]);

/** Tells the other tabs that these files of the unsent message `name` were sent. */
export function announceSentFiles(name: string, files: readonly File[]): void {
  if (files.length === 0) return;
  const channel = new BroadcastChannel(CHANNEL);
  // Only windows take a target origin; a channel belongs to its own.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ name, files: files.map(idOf) } satisfies Sent);
  channel.close();
}

/** Calls `listener` with a test for the files that another tab has sent. Returns a function that stops watching. */
export function onFilesSent(name: string, listener: (isSent: (file: File) => boolean) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Sent>) => {
    if (data.name === name) listener((file) => data.files.includes(idOf(file)));
  });
  return () => channel.close();
}
