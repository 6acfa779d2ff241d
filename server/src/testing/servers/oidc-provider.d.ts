/** The part of the package that the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  type Claims = { sub: string } & Record<string, unknown>;
  type Settings = {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
    jwks: { keys: object[] };
    cookies: { keys: string[] };
    pkce: { required: () => boolean };
    claims: Record<string, string[]>;
    findAccount: (context: unknown, id: string) => { accountId: string; claims: () => Claims };
  };

  export default class Provider {
    constructor(issuer: string, settings: Settings);
    callback(): RequestListener;
  }
}
