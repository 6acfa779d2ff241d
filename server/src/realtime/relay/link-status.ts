/**
 * Whether events reach all servers. The status is weak while this server, or another live one, cannot reach the others.
 * Tabs are then sent the status, reload what they show from time to time, and once more after the link is restored.
 */
export type LinkStatus = {
  readonly weak: boolean;
  onChange(handler: (weak: boolean) => void): void;
  /** Sets how many other live servers there are, and whether all of them reach the others. */
  setOthers(others: { count: number; linked: boolean }): void;
  /** Whether this server reaches the others. */
  readonly linked: boolean;
};

type Link = { readonly up: boolean; onChange(handler: (up: boolean) => void): void };

/** Returns the status of `link`; without a link there must be no other server. */
export function createLinkStatus(link: Link | null): LinkStatus {
  let others = { count: 0, linked: true };
  const handlers: ((weak: boolean) => void)[] = [];
  const isWeak = (): boolean => (link === null ? others.count > 0 : !link.up || !others.linked);
  let weak = isWeak();
  function settle(): void {
    if (weak === isWeak()) return;
    weak = !weak;
    for (const handler of handlers) handler(weak);
  }
  link?.onChange(settle);
  return {
    get weak() {
      return weak;
    },
    get linked() {
      return link?.up ?? false;
    },
    onChange: (handler) => void handlers.push(handler),
    setOthers(known) {
      others = known;
      settle();
    },
  };
}
