/** A software authenticator, which can also produce responses that no honest one would. */
import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer, RegistrationAnswer } from '@afterhours/contract/account/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: Buffer | string): Buffer => hash('sha256', data, 'buffer');
const encode = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

/** Values that a response contains instead of the true ones. */
export type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  verified?: boolean;
  present?: boolean;
  counter?: number;
  userHandle?: string | null;
  id?: string;
  key?: KeyObject;
  /** The algorithm that a new key claims to be for. */
  algorithm?: number;
  /** The coordinates of a new key. */
  point?: { x: string; y: string };
};

type Options = { challenge: string; rpId: string };

const toClientData = (type: string, origin: string, options: Options, lies: Lies): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? options.challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
    }),
  );

function toAuthenticatorData({ rpId }: Options, flags: number, counter: number, lies: Lies): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const present = lies.present === false ? 0 : USER_PRESENT;
  const verified = lies.verified === false ? 0 : USER_VERIFIED;
  return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags | present | verified]), count]);
}

/** Converts the public key to COSE: an elliptic curve key, P-256, which is for ES256. */
function toCoseKey(publicKey: KeyObject, { algorithm = -7, point }: Lies): Uint8Array {
  const { x = '', y = '' } = point ?? publicKey.export({ format: 'jwk' });
  const parts: [number, number | Uint8Array][] = [
    [1, 2],
    [3, algorithm],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ];
  return isoCBOR.encode(new Map(parts));
}

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };

export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #credentialId = randomBytes(32);
  readonly #origin: string;
  #counter = 0;
  #handle: string | null = null;

  /** `origin` is that of the page that makes the request. */
  constructor(origin: string) {
    this.#origin = origin;
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey;
  }

  get id(): string {
    return encode(this.#credentialId);
  }

  register({ challenge, rp, user }: CreationOptions, lies: Lies = {}): RegistrationAnswer {
    this.#handle = user.id;
    const options = { challenge, rpId: rp.id };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#credentialId.length);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      [
        'authData',
        new Uint8Array(
          Buffer.concat([
            toAuthenticatorData(options, HAS_KEY, 0, lies),
            Buffer.alloc(16),
            length,
            this.#credentialId,
            toCoseKey(this.#keys.publicKey, lies),
          ]),
        ),
      ],
    ]);
    const id = lies.id ?? this.id;
    const clientDataJSON = encode(toClientData('webauthn.create', this.#origin, options, lies));
    const attestationObject = encode(isoCBOR.encode(attestation));
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports: ['internal'] },
    };
  }

  answer(options: Options, lies: Lies = {}): PasskeyAnswer {
    this.#counter = lies.counter ?? this.#counter + 1;
    const data = toClientData('webauthn.get', this.#origin, options, lies);
    const authData = toAuthenticatorData(options, 0, this.#counter, lies);
    const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), lies.key ?? this.privateKey);
    const id = lies.id ?? this.id;
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: encode(data),
        authenticatorData: encode(authData),
        signature: encode(signature),
        userHandle: lies.userHandle === undefined ? this.#handle : lies.userHandle,
      },
    };
  }
}
