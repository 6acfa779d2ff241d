/** What a browser says of itself, in words: "Chrome on Windows". */
type Device = { name: string; mobile: boolean };

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^(?:node|undici|curl|python|okhttp|axios)/i, 'A program'],
];
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

export function describeDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const browser = find(browsers, text);
  const system = find(systems, text);
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
  return { name, mobile: /\biPhone\b|\biPad\b|\bAndroid\b|\bMobile\b/.test(text) };
}
