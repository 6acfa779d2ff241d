import { defineMessages } from '@afterhours/contract/base/message';
import { useCallback, useEffect, useState } from 'react';
import type { CallFailure } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { announceOnly, showError } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { findSupport, type PushSupport, subscribeHere, unsubscribeHere } from './push-browser.ts';
import { addDevice, loadDevices, type PushDevices, removeDevice, removeThisDevice, sendTest } from './push-commands.ts';

const texts = defineMessages('push.use', {
  failed: 'This browser could not reach its push service. Please try again later.',
});

/** Whether this browser can show notifications; null until that is known. */
function useSupport() {
  const [support, setSupport] = useState<PushSupport | null>(null);
  const checkSupport = useCallback(() => void findSupport().then(setSupport), []);
  useEffect(() => {
    checkSupport();
    // The member may have allowed or blocked them in the browser's settings meanwhile.
    window.addEventListener('focus', checkSupport);
    return () => window.removeEventListener('focus', checkSupport);
  }, [checkSupport]);
  return { support, checkSupport };
}

type Outcome = { ok: true; message: string; body: PushDevices | null } | CallFailure;

/**
 * Asks for the permission and subscribes this device. Resolves to undefined if the member did not allow it, or the
 * browser failed.
 */
async function allowHere(publicKey: string) {
  const subscribed = await subscribeHere(publicKey);
  if (typeof subscribed !== 'string') return addDevice(subscribed.endpoint, subscribed.keys);
  if (subscribed === 'failed') showError(t(texts.failed));
  return undefined;
}

/** The devices that receive notifications, including this one, and the actions on them. */
export function usePush() {
  const { status, data, message, retry } = useLoading(loadDevices);
  const { support, checkSupport } = useSupport();
  const [changed, setChanged] = useState<PushDevices>();
  const [pending, setPending] = useState<string>();
  const held = changed ?? data;

  /** Runs one action at a time; `name` is the one that is running. */
  const run = async (name: string, work: () => Promise<Outcome | undefined>): Promise<void> => {
    if (pending !== undefined) return;
    setPending(name);
    const response = await work();
    setPending(undefined);
    checkSupport();
    if (!response) return;
    if (response.ok && response.body) setChanged(response.body);
    if (response.ok) announceOnly(response.message);
    else showFailure(response);
  };
  const turnOff = async (): Promise<Outcome> => {
    const response = await removeThisDevice();
    if (response.ok) await unsubscribeHere();
    return response;
  };
  return {
    status,
    message,
    retry,
    support,
    pending,
    devices: held?.devices ?? [],
    turnOn: () => void run('on', async () => (held ? allowHere(held.publicKey) : undefined)),
    turnOff: () => void run('off', turnOff),
    remove: (id: string) => void run(id, () => removeDevice(id)),
    test: () => void run('test', sendTest),
  };
}
