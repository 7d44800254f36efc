/** Whether `link.ts` has something to read. Separate, so that the first load does not contain it. */
export function hasLink(): boolean {
  return /[#&](sl|tl|text)=/.test(location.hash);
}
