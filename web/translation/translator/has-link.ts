/** Whether the address has languages or a text to open. In its own file, to keep `link.ts` out of the first load. */
export function hasLink(): boolean {
  return /[#&](sl|tl|text)=/.test(location.hash);
}
