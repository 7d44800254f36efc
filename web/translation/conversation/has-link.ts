/** Whether the address brings a text or languages, which `link.ts` takes. */
export function hasLink(): boolean {
  return /[#&](sl|tl|text)=/.test(location.hash);
}
