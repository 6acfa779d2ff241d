/** Calls for the member's passkeys. */
import type {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@afterhours/contract/account/passkeys';
import { startRegistration } from '@simplewebauthn/browser';
import { describeDeviceError } from '#features/account/sign-in/passkey-steps.ts';
import { type CallResult, call } from '#lib/api/client.ts';

export const loadPasskeys = () => call<typeof listPasskeys>('GET', '/passkeys');

export const startAdding = () => call<typeof startPasskey>('POST', '/passkeys/start');

type Options = Extract<CallResult<typeof startPasskey>, { ok: true }>['body'];

/** Lets the device create a passkey, and registers it. */
export async function finishAdding(options: Options): Promise<CallResult<typeof addPasskey>> {
  try {
    const body = await startRegistration({ optionsJSON: options });
    return await call<typeof addPasskey>('POST', '/passkeys', { body });
  } catch (error) {
    return describeDeviceError(error);
  }
}

export const rename = (id: string, label: string) =>
  call<typeof renamePasskey>('PUT', '/passkeys/:id', { params: { id }, body: { label } });

export const remove = (id: string) => call<typeof removePasskey>('DELETE', '/passkeys/:id', { params: { id } });
