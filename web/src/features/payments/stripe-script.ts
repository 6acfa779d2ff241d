/**
 * Stripe's card form, from Stripe's own script: a card number goes from its frame to Stripe, never through our server.
 */

export type CardElement = {
  mount(place: HTMLElement): void;
  on(event: 'ready', listener: () => void): void;
  focus(): void;
  destroy(): void;
};
export type StripeForm = {
  elements(): { create(kind: 'card', options: { hidePostalCode: boolean; style: object }): CardElement };
  createToken(card: CardElement): Promise<{ token?: { id: string }; error?: { message?: string } }>;
  /** Asks the payer to confirm a payment at their bank (3-D Secure), in a separate frame. */
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: { message?: string } }>;
};
type TrustedTypePolicies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options?: { stripeAccount: string }) => StripeForm;
    trustedTypes?: TrustedTypePolicies;
  }
}

const ADDRESS = 'https://js.stripe.com/v3/';
let loading: Promise<void> | null = null;
let allowed = false;

/**
 * The page's Trusted Types policy needs a rule for script URLs. This one allows only Stripe's, including scripts that
 * Stripe's script loads, and only once the form is opened.
 */
function allowStripe(): void {
  if (allowed || !window.trustedTypes) return;
  allowed = true;
  window.trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      const { protocol, hostname } = new URL(url, location.href);
      if (protocol === 'https:' && /^(.+\.)?js\.stripe\.com$/.test(hostname)) return url;
      throw new TypeError(`Scripts from ${hostname} are not allowed.`);
    },
  });
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`The card form could not be loaded from ${ADDRESS}.`));
    });
    allowStripe();
    script.src = ADDRESS;
    document.head.append(script);
  });
}

/**
 * Loads the script once; `account` is the connected account that is charged. Rejects if that fails; the next call
 * retries.
 */
export async function loadStripe(publishableKey: string, account: string | null): Promise<StripeForm> {
  loading ??= loadScript();
  try {
    await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
  if (!window.Stripe) throw new Error('The card form script loaded, but did not define Stripe.');
  return account === null ? window.Stripe(publishableKey) : window.Stripe(publishableKey, { stripeAccount: account });
}
