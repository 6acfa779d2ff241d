/** Names a device after what its browser sends about itself: "Chrome on Windows". */
import { defineMessages, type MessageDescriptor } from '../base/message.ts';

const texts = defineMessages('device', {
  browserOnSystem: '{browser} on {system}',
  program: 'A program',
  programOnSystem: 'A program on {system}',
  unknown: 'Unknown device',
});

/** Formats a message in the caller's language. */
type Write = (message: MessageDescriptor, values?: Readonly<Record<string, string>>) => string;
type Device = { name: string; mobile: boolean };

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const program = /^(?:node|undici|curl|python|okhttp|axios)/i;
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const find = (of: typeof browsers, text: string) => of.find(([pattern]) => pattern.test(text))?.[1];

function writeName(userAgent: string, write: Write): string {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser) return system ? write(texts.browserOnSystem, { browser, system }) : browser;
  if (program.test(userAgent)) return system ? write(texts.programOnSystem, { system }) : write(texts.program);
  return system ?? write(texts.unknown);
}

/** Returns the name of the device, formatted by `write`, and whether it is a phone or tablet. */
export function describeDevice(userAgent: string | null, write: Write): Device {
  const text = userAgent ?? '';
  return { name: writeName(text, write), mobile: /\biPhone\b|\biPad\b|\bAndroid\b|\bMobile\b/.test(text) };
}
