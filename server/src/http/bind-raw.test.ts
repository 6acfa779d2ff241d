import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportAccount } from '@afterhours/contract/account/account-data';
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createRawBinder } from './bind-raw.ts';
import type { Gate } from './gate/gate.ts';
import type { RevokedSession } from './gate/sessions.ts';

/** Returns the response for a caller who has hung up. */
async function responseAfterHangUp(): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const call = get({ host: '127.0.0.1', port }).on('error', () => undefined);
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  call.destroy();
  await once(response, 'close');
  server.close();
  return response;
}

it('A download whose caller has hung up before it starts is not remembered', async () => {
  const route = vi.fn();
  const onRevoked = vi.fn<(handler: (revoked: RevokedSession) => void) => void>();
  const gate = { services: { sessions: { onRevoked } } } as unknown as Gate;
  createRawBinder({ route } as unknown as FastifyInstance, gate)(exportAccount, vi.fn());
  const raw = await responseAfterHangUp();
  const destroy = vi.spyOn(raw, 'destroy');
  await route.mock.lastCall?.[0].handler({ session: { sessionId: 'one' } }, { raw });
  await new Promise(setImmediate);
  onRevoked.mock.lastCall?.[0]({ sessionId: 'one', reason: 'ended' });
  expect(route).toHaveBeenCalledOnce();
  expect(destroy).not.toHaveBeenCalled();
});
