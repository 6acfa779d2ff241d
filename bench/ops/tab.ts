/** A minimal open tab: speaks as much of the Socket.IO protocol as a measurement needs, over a plain WebSocket. */
export type Tab = {
  /** Resolves when the message with this client id has arrived. */
  arrival(clientId: string): Promise<void>;
  close(): void;
};

const CLIENT_ID = /"client_id":"([^"]+)"/;
const TIMEOUT_MS = 10_000;

export function openTab(port: number, token: string): Promise<Tab> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const pending = new Map<string, () => void>();
  const tab: Tab = {
    arrival: (clientId) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a message did not arrive')), TIMEOUT_MS);
        pending.set(clientId, () => {
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
      else if (data.startsWith('40')) resolve(tab);
      else if (data === '2') socket.send('3');
      else if (data.startsWith('42["message",')) {
        const clientId = CLIENT_ID.exec(data)?.[1] ?? '';
        pending.get(clientId)?.();
        pending.delete(clientId);
      }
    });
  });
}
