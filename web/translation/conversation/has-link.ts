/** Whether the address has a text or languages for `link.ts`. Separate, so that the first load goes without it. */
export function hasLink(): boolean {
  return /[#&](sl|tl|text)=/.test(location.hash);
}
