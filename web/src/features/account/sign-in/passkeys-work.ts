/** Whether browsers know passkeys at this address: over https or at localhost, and not at a numerical one. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^(?:[\d.]+$|\[)/.test(location.hostname);
