/** Whether the address contains a link. Separate, so that the first load does not contain `link.ts`. */
export function hasLink(): boolean {
  return /[#&](sl|tl|text)=/.test(location.hash);
}
