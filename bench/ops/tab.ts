/** A member's open tab as far as a measurement needs it: the socket protocol by hand, on the platform's WebSocket. */
export type Tab = {
  /** Resolves when the message with this client id has arrived. */
  arrival(clientId: string): Promise<void>;
  close(): void;
};

const CLIENT_ID = /"client_id":"([^"]+)"/;
const LIMIT_MS = 10_000;

export function openTab(port: number, token: string): Promise<Tab> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const waiting = new Map<string, () => void>();
  const opened: Tab = {
    arrival: (clientId) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a message did not arrive')), LIMIT_MS);
        waiting.set(clientId, () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('a tab could not be opened')));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (data.startsWith('40')) resolve(opened);
      else if (data === '2') socket.send('3');
      else if (data.startsWith('42["message",')) {
        const clientId = CLIENT_ID.exec(data)?.[1] ?? '';
        waiting.get(clientId)?.();
        waiting.delete(clientId);
      }
    });
  });
}
