/** Whether the browser supports passkeys at this address: on https or localhost, but not at an IP address. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^(?:[\d.]+$|\[)/.test(location.hostname);
